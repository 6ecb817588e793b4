'use strict';
/* Draws: time series with uPlot, and the histogram of gaps as SVG. */
const Charts = (() => {
  const charts = [];
  const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  /* series: [{label, color (a CSS variable), dash, text(value)}] */
  function line(id, series, unit) {
    const host = document.getElementById(id);
    let plot = null;
    let data = null;
    const make = () => {
      if (plot) plot.destroy();
      const axis = { stroke: css('--muted'), grid: { stroke: css('--line'), width: 1 }, ticks: { show: false } };
      plot = new uPlot({
        width: Math.max(200, host.clientWidth), height: 165,
        cursor: { y: false, points: { size: 5 } },
        scales: {
          x: { time: true, range: (u, min, max) => [max - 300, max] },
          y: { range: (u, min, max) => [0, niceTop(max)] }
        },
        axes: [
          Object.assign({ size: 28, values: (u, times) => times.map(clock), space: 90 }, axis),
          Object.assign({ size: 56, values: (u, values) => values.map(short), space: 28 }, axis)
        ],
        series: [{ label: 'time', value: (u, t) => t == null ? '–' : clock(t) }].concat(series().map(s => ({
          label: s.label, stroke: css(s.color), width: 2, dash: s.dash, spanGaps: false, points: { show: false },
          value: (u, v) => v == null ? '–' : short(v) + ' ' + unit
        })))
      }, data || [[0]].concat(series().map(() => [null])), host);
    };
    const chart = {
      set(next) {
        data = next;
        const labels = series().map(s => s.label).join();
        if (!plot || chart.labels !== labels) { chart.labels = labels; make(); }
        plot.setData(data);
        /* The legend shows the newest values, unless the reader points at others. */
        if (!(plot.cursor.left >= 0)) plot.setLegend({ idx: data[0].length - 1 });
        host.setAttribute('aria-label', series().map((s, i) => {
          const values = data[i + 1];
          const last = values.length ? values[values.length - 1] : null;
          return s.label + ' now ' + (last == null ? 'unknown' : short(last) + ' ' + unit);
        }).join(', '));
      },
      redraw() { if (plot) make(); },
      resize() { if (plot) plot.setSize({ width: Math.max(200, host.clientWidth), height: 165 }); }
    };
    charts.push(chart);
    return chart;
  }

  function niceTop(max) {
    if (!(max > 0)) return 1;
    const unit = Math.pow(10, Math.floor(Math.log10(max)));
    const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10];
    return unit * steps.find(step => step * unit >= max * 1.05) || unit * 15;
  }

  const two = n => String(n).padStart(2, '0');
  function clock(seconds) {
    const d = new Date(seconds * 1000);
    return two(d.getHours()) + ':' + two(d.getMinutes()) + ':' + two(d.getSeconds());
  }
  function short(value) {
    if (value == null) return '–';
    if (Math.abs(value) >= 1e6) return (value / 1e6).toFixed(1) + 'M';
    if (Math.abs(value) >= 1e4) return (value / 1e3).toFixed(0) + 'k';
    return Number.isInteger(value) || Math.abs(value) >= 100 ? String(Math.round(value)) : value.toFixed(1);
  }

  function svg(name, attributes, text) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    Object.keys(attributes).forEach(key => node.setAttribute(key, attributes[key]));
    if (text != null) node.textContent = text;
    return node;
  }

  /* gaps: {start, width, bins: [{from, to, pairs}]}, bound: {lower, upper}, made: null or {first, counts, beyond} */
  function histogram(id, gaps, bound, made, span) {
    const host = document.getElementById(id);
    const width = Math.max(320, host.clientWidth);
    const height = 200;
    const base = height - 34;
    const bins = gaps.bins.map(bin => ({ from: bin.from, to: Math.max(bin.to, bin.from + 1), n: bin.pairs }));
    const truth = made ? made.counts.map((n, i) => ({
      from: gaps.start + (made.first + i) * gaps.width, to: gaps.start + (made.first + i + 1) * gaps.width, n
    })) : [];
    const edge = Math.max(1, (bound.upper - bound.lower) * 0.06);
    const least = Math.min(bound.lower - edge, ...truth.map(bin => bin.from));
    const most = Math.max(bound.upper + edge, ...truth.map(bin => bin.to));
    const x = ms => 8 + (ms - least) / (most - least) * (width - 16);
    /* By width, so that a wide bin is not taken for a high one. */
    const dense = bin => bin.n / (bin.to - bin.from);
    const top = Math.max(...bins.concat(truth).map(dense), 0);
    const y = bin => top > 0 ? base - dense(bin) / top * (base - 24) : base;
    const out = svg('svg', { viewBox: '0 0 ' + width + ' ' + height, role: 'img', preserveAspectRatio: 'none' });
    const total = bins.reduce((sum, bin) => sum + bin.n, 0);
    out.setAttribute('aria-label', total + ' pairs of the last minute by gap, from ' + span(bound.lower) + ' to ' + span(bound.upper));
    out.append(svg('rect', { class: 'outside', x: x(least), y: 0, width: Math.max(0, x(bound.lower) - x(least)), height: base }));
    out.append(svg('rect', { class: 'outside', x: x(bound.upper), y: 0, width: Math.max(0, x(most) - x(bound.upper)), height: base }));
    bins.forEach(bin => {
      const bar = svg('rect', { class: 'bar', x: x(bin.from) + 1, y: y(bin), width: Math.max(1, x(bin.to) - x(bin.from) - 2), height: base - y(bin) });
      bar.append(svg('title', {}, span(bin.from) + ' to ' + span(bin.to) + ': ' + bin.n + ' pairs'));
      out.append(bar);
    });
    if (truth.length) {
      const path = truth.map((bin, i) => (i ? 'L' : 'M') + x(bin.from) + ' ' + y(bin) + 'L' + x(bin.to) + ' ' + y(bin)).join('');
      out.append(svg('path', { class: 'true', d: path }));
    }
    if (made && made.beyond > 0) {
      out.append(svg('text', { x: width - 12, y: base - 8, 'text-anchor': 'end' }, 'and ' + made.beyond + ' further out'));
    }
    out.append(svg('line', { class: 'axis', x1: x(least), x2: x(most), y1: base, y2: base }));
    ticks(least, most).forEach(ms => {
      const anchor = x(ms) > width - 24 ? 'end' : x(ms) < 24 ? 'start' : 'middle';
      out.append(svg('text', { x: x(ms), y: base + 16, 'text-anchor': anchor }, span(ms)));
    });
    [[bound.lower, 'start', 'from ' + bound.lower_text], [bound.upper, 'start', 'to ' + bound.upper_text]].forEach(([ms, anchor, label]) => {
      out.append(svg('line', { class: 'bound', x1: x(ms), x2: x(ms), y1: 4, y2: base }));
      const near = x(ms) > width - 90;
      out.append(svg('text', { x: x(ms) + (near ? -5 : 5), y: 15, 'text-anchor': near ? 'end' : anchor }, label));
    });
    host.replaceChildren(out);
  }

  function ticks(from, to) {
    const units = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1e3, 2e3, 5e3, 1e4, 1.5e4, 3e4, 6e4, 12e4, 3e5, 6e5, 9e5, 18e5, 36e5, 72e5, 216e5, 432e5, 864e5, 6048e5, 2592e6];
    const step = units.find(unit => (to - from) / unit <= 10) || (to - from) / 8;
    const list = [];
    for (let at = Math.ceil(from / step) * step; at <= to; at += step) list.push(at);
    return list.slice(0, 20);
  }

  window.addEventListener('resize', () => charts.forEach(chart => chart.resize()));
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => charts.forEach(chart => chart.redraw()));
  return { line, histogram, short };
})();
