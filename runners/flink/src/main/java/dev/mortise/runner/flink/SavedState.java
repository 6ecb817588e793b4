package dev.mortise.runner.flink;

import dev.mortise.pipeline.source.CarriesSignature;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.beam.runners.flink.translation.wrappers.streaming.io.source.FlinkSourceSplit;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.core.memory.DataInputViewStreamWrapper;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.state.CompletedCheckpointStorageLocation;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.filesystem.AbstractFsCheckpointStorageAccess;

/** A checkpoint or savepoint of an earlier run. */
final class SavedState {
  /** Where Flink's source operator keeps what its reader is at. */
  private static final String READER_STATE = "SourceReaderState";

  private static final String METADATA = AbstractFsCheckpointStorageAccess.METADATA_FILE_NAME;
  private static final String CHECKPOINT = AbstractFsCheckpointStorageAccess.CHECKPOINT_DIR_PREFIX;

  private SavedState() {}

  /** An absolute URI for a path or URI that a user gave. */
  static String uri(String given) {
    try {
      return new URI(given).isAbsolute() ? given : fileUri(given);
    } catch (URISyntaxException e) {
      return fileUri(given);
    }
  }

  private static String fileUri(String path) {
    return java.nio.file.Path.of(path).toAbsolutePath().normalize().toUri().toString();
  }

  /** Whether the state is a checkpoint, which Flink may delete, and no savepoint. */
  static boolean isCheckpoint(String pointer) {
    return new Path(pointer).getName().startsWith(CHECKPOINT);
  }

  /**
   * The newest complete checkpoint of any job below {@code directory}, or the newest savepoint in
   * it if that is newer. One without metadata is not complete.
   *
   * @throws IOException if the directory can't be read
   */
  static Optional<String> newestBelow(String directory) throws IOException {
    Path root = new Path(directory);
    FileSystem files = root.getFileSystem();
    if (!files.exists(root)) {
      return Optional.empty();
    }
    List<FileStatus> complete = new ArrayList<>();
    for (FileStatus child : files.listStatus(root)) {
      if (child.isDir()) {
        addComplete(files, child.getPath(), complete);
        for (FileStatus grandchild : files.listStatus(child.getPath())) {
          if (grandchild.isDir()) {
            addComplete(files, grandchild.getPath(), complete);
          }
        }
      }
    }
    return complete.stream()
        .max(Comparator.comparingLong(FileStatus::getModificationTime))
        .map(metadata -> metadata.getPath().getParent().toString());
  }

  private static void addComplete(FileSystem files, Path state, List<FileStatus> complete)
      throws IOException {
    Path metadata = new Path(state, METADATA);
    if (files.exists(metadata)) {
      complete.add(files.getFileStatus(metadata));
    }
  }

  /**
   * What the state at {@code pointer} was written with, as the sources in it say: Beam's runner
   * keeps the source itself beside how far it was read.
   *
   * @throws IOException if there is no such state, or it can't be read
   */
  static Set<String> signatures(String pointer) throws IOException {
    Set<String> signatures = new LinkedHashSet<>();
    for (OperatorState operator : metadata(pointer).getOperatorStates()) {
      for (OperatorSubtaskState subtask : operator.getStates()) {
        for (OperatorStateHandle handle : subtask.getManagedOperatorState()) {
          addSignatures(handle, signatures);
        }
      }
    }
    return signatures;
  }

  /**
   * The steps of the job that saved the state at {@code pointer}.
   *
   * @throws IOException if there is no such state, or it can't be read
   */
  static Set<OperatorID> steps(String pointer) throws IOException {
    return metadata(pointer).getOperatorStates().stream()
        .map(OperatorState::getOperatorID)
        .collect(Collectors.toSet());
  }

  /**
   * Those of them that have kept something, and did not only say that they might.
   *
   * @throws IOException if there is no such state, or it can't be read
   */
  static Set<OperatorID> stepsWithState(String pointer) throws IOException {
    return metadata(pointer).getOperatorStates().stream()
        .filter(SavedState::hasState)
        .map(OperatorState::getOperatorID)
        .collect(Collectors.toSet());
  }

  private static boolean hasState(OperatorState operator) {
    return operator.getCoordinatorState() != null
        || operator.getStates().stream()
            .anyMatch(
                subtask ->
                    !subtask.getManagedKeyedState().isEmpty()
                        || !subtask.getRawKeyedState().isEmpty()
                        || subtask.getManagedOperatorState().stream().anyMatch(SavedState::hasItems)
                        || subtask.getRawOperatorState().stream().anyMatch(SavedState::hasItems));
  }

  private static boolean hasItems(OperatorStateHandle handle) {
    return handle.getStateNameToPartitionOffsets().values().stream()
        .anyMatch(state -> state.getOffsets().length > 0);
  }

  private static CheckpointMetadata metadata(String pointer) throws IOException {
    CompletedCheckpointStorageLocation location =
        AbstractFsCheckpointStorageAccess.resolveCheckpointPointer(pointer);
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(location.getMetadataHandle().openInputStream()))) {
      return Checkpoints.loadCheckpointMetadata(
          in, SavedState.class.getClassLoader(), location.getExternalPointer());
    }
  }

  private static void addSignatures(OperatorStateHandle handle, Set<String> signatures)
      throws IOException {
    OperatorStateHandle.StateMetaInfo readers =
        handle.getStateNameToPartitionOffsets().get(READER_STATE);
    if (readers == null) {
      return;
    }
    try (FSDataInputStream in = handle.openInputStream()) {
      for (long offset : readers.getOffsets()) {
        in.seek(offset);
        byte[] split =
            BytePrimitiveArraySerializer.INSTANCE.deserialize(new DataInputViewStreamWrapper(in));
        Object source =
            SimpleVersionedSerialization.readVersionAndDeSerialize(
                    FlinkSourceSplit.serializer(), split)
                .getBeamSplitSource();
        if (source instanceof CarriesSignature carrier) {
          signatures.add(carrier.stateSignature());
        }
      }
    }
  }
}
