package dev.mortise.pipeline.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import org.apache.avro.file.SeekableInput;

/** A channel for Avro to read. */
final class ChannelInput implements SeekableInput {
  private final SeekableByteChannel channel;

  ChannelInput(SeekableByteChannel channel) {
    this.channel = channel;
  }

  @Override
  public void seek(long position) throws IOException {
    channel.position(position);
  }

  @Override
  public long tell() throws IOException {
    return channel.position();
  }

  @Override
  public long length() throws IOException {
    return channel.size();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    return channel.read(ByteBuffer.wrap(bytes, offset, length));
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
