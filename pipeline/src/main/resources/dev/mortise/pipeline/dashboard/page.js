'use strict';
/* Asks for the state of the run once a second and shows it. Data is only ever put into text nodes. */
(() => {
  const at = id => document.getElementById(id);
  const count = n => n == null ? '–' : Math.round(n).toLocaleString('en-US');
  const percent = share => share == null ? '–' : (100 * share).toFixed(1) + ' %';
  const time = ms => ms == null ? 'none yet' : new Date(ms).toISOString().replace('T', ' ').slice(0, 19) + ' UTC';

  /* A length of time as people say it. */
  function span(ms) {
    if (ms == null) return '–';
    const sign = ms < 0 ? '-' : '';
    const s = Math.abs(ms) / 1000;
    const whole = n => Number(n.toFixed(1)).toString();
    if (s < 1 && s > 0) return sign + Math.round(s * 1000) + ' ms';
    if (s < 120) return sign + whole(s) + ' s';
    if (s < 7200) return sign + whole(s / 60) + ' min';
    if (s < 172800) return sign + whole(s / 3600) + ' h';
    return sign + whole(s / 86400) + ' d';
  }

  function make(name, text, kind) {
    const node = document.createElement(name);
    if (text != null) node.textContent = text;
    if (kind) node.className = kind;
    return node;
  }
  const set = (id, text) => { const node = at(id); if (node.textContent !== text) node.textContent = text; };

  let names = ['left', 'right'];
  const sides = () => [
    { label: names[0], color: '--left' },
    { label: names[1], color: '--right', dash: [6, 3] }
  ];
  const rate = Charts.line('chart-rate', sides, 'rows/s');
  const lag = Charts.line('chart-lag', sides, 's');
  const buffered = Charts.line('chart-buffered', sides, 'rows');
  const fate = Charts.line('chart-fate', () => [
    { label: 'matched', color: '--matched' },
    { label: 'unmatched', color: '--unmatched', dash: [6, 3] },
    { label: 'late', color: '--late', dash: [2, 3] }
  ], 'rows/min');

  function input(state, view) {
    const card = make('div', null, 'card input ' + view.side);
    card.append(make('h2', view.name + ' (' + view.side + ')'));
    const list = make('dl');
    const term = (name, text) => { list.append(make('dt', name), make('dd', text)); };
    term('rate', view.rate == null ? '–' : Charts.short(view.rate) + ' rows/s, ' + count(view.rows_read) + ' rows so far');
    const mark = view.watermark;
    term('watermark', mark.ended ? 'the input has ended'
      : mark.partitions.length === 0 ? 'not known here'
      : time(mark.time) + (mark.lag == null ? '' : ', ' + span(mark.lag) + ' behind the clock'));
    term('buffered', count(view.buffered) + ' rows');
    term('matched', count(view.matched) + ' rows, ' + count(view.late_matched) + ' of them late');
    term('not matched', count(view.unmatched) + ' unmatched, ' + count(view.late) + ' late, '
      + count(view.null_key) + ' without a key, ' + count(view.dead_letters) + ' unreadable');
    card.append(list);
    if (mark.partitions.length > 1 || (mark.partitions[0] && mark.partitions[0].name)) {
      const table = make('table');
      const head = make('tr');
      ['partition', 'watermark', 'last row', 'to read'].forEach((title, i) => head.append(make('th', title, i > 1 ? 'num' : '')));
      table.append(head);
      mark.partitions.forEach(partition => {
        const row = make('tr', null, partition.behind && !partition.idle ? 'behind' : '');
        row.append(make('td', partition.name));
        row.append(make('td', partition.idle ? 'idle: holds nobody back'
          : partition.time == null ? 'none yet' : span(state.now - partition.time) + ' behind'));
        row.append(make('td', span(Math.round(partition.silent / 100) * 100) + ' ago', 'num'));
        row.append(make('td', partition.backlog < 0 ? '–' : count(partition.backlog), 'num'));
        table.append(row);
      });
      const scroll = make('div', null, 'scroll');
      scroll.append(table);
      card.append(scroll);
    }
    return card;
  }

  const clock = iso => String(iso).replace('T', ' ').replace(/^\d{4}-\d\d-\d\d /, '').replace('Z', '');
  const plain = value => typeof value !== 'string' ? JSON.stringify(value)
    : /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) ? clock(value) : value;
  const fields = row => row == null ? '–'
    : Object.keys(row).map(name => name + ' ' + plain(row[name])).join(' · ');

  function table(id, rows, columns) {
    const head = make('tr');
    columns.forEach(column => head.append(make('th', column.title, column.kind === 'num' ? 'num' : '')));
    const body = rows.slice(0, 6).map(row => {
      const line = make('tr');
      columns.forEach(column => line.append(make('td', column.of(row), column.kind)));
      return line;
    });
    if (body.length === 0) {
      const none = make('tr');
      const cell = make('td', 'none so far', 'muted');
      cell.colSpan = columns.length;
      none.append(cell);
      body.push(none);
    }
    at(id).replaceChildren(head, ...body);
  }

  const sliders = {};
  function controls(view) {
    at('controls').hidden = !view;
    if (!view) return;
    set('world', view.now);
    view.sliders.forEach(slider => {
      let parts = sliders[slider.id];
      if (!parts) {
        const box = make('div', null, 'slider');
        const label = make('label', slider.label);
        const bar = make('input');
        bar.type = 'range';
        bar.id = 'slider-' + slider.id;
        label.htmlFor = bar.id;
        bar.min = slider.min; bar.max = slider.max; bar.step = slider.step; bar.value = slider.value;
        const shown = make('output');
        label.append(shown);
        box.append(label, bar, make('p', slider.note, 'muted'));
        at('sliders').append(box);
        parts = sliders[slider.id] = { bar, shown };
        const say = () => { shown.textContent = bar.value + ' ' + slider.unit; };
        bar.addEventListener('input', say);
        bar.addEventListener('change', () => {
          fetch('api/controls', {
            method: 'POST', headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify({ id: slider.id, value: Number(bar.value) })
          }).catch(() => {});
        });
      }
      if (document.activeElement !== parts.bar) parts.bar.value = slider.value;
      parts.shown.textContent = parts.bar.value + ' ' + slider.unit;
    });
  }

  function show(state) {
    const [left, right] = state.inputs;
    names = [left.name, right.name];
    document.title = state.name + ' – Mortise';
    set('name', state.name);
    set('meta', state.spec + ' on ' + state.runner + ', for ' + span(Math.round((state.now - state.started) / 1000) * 1000));
    set('says', state.says);
    const runs = state.history.time.length > 0;
    status(runs ? 'live' : 'starting', runs ? 'good' : '');
    controls(state.controls);
    set('rate-label', left.name + ' matched');
    set('match-rate', percent(left.match_rate_minute));
    set('match-rate-all', 'last minute; ' + percent(left.match_rate) + ' in all');
    const minute = state.minute;
    /* A minute's worth, also before the first minute is over. */
    const scale = minute.covered_s > 0 ? 60 / Math.max(minute.covered_s, 1) : 0;
    set('matched', count(minute.matched * scale));
    set('pairs', count(minute.pairs * scale));
    set('unmatched', count(minute.unmatched * scale));
    set('late', count(minute.late * scale));
    set('dead', count(minute.dead_letters * scale));
    at('inputs').replaceChildren(input(state, left), input(state, right));

    const history = state.history;
    if (runs) {
      const times = history.time.map(ms => ms / 1000);
      const seconds = list => list.map(ms => ms == null ? null : ms / 1000);
      rate.set([times, history.left.rate, history.right.rate]);
      lag.set([times, seconds(history.left.lag), seconds(history.right.lag)]);
      buffered.set([times, history.left.buffered, history.right.buffered]);
      fate.set([times, history.matched, history.unmatched, history.late]);
    }
    const made = state.controls ? { first: state.controls.gaps_first, counts: state.controls.gaps, beyond: state.controls.gaps_beyond } : null;
    Charts.histogram('gaps', state.gaps, state.bound, made, span);
    set('gap-note', right.name + ' minus ' + left.name + ', pairs of the last minute');
    set('gap-legend', 'Bars: pairs that the join found. Shaded: outside the bound, where rows stay unmatched.'
      + (made ? ' Line: what the generator made, within the bound or not.' : ''));

    at('rows-note').hidden = state.recent.here;
    const row = side => ({ title: side === 'left' ? left.name : right.name, kind: 'row', of: pair => fields(pair[side]) });
    table('pairs-table', state.recent.pairs, [
      { title: 'key', of: pair => plain(pair.key) },
      { title: 'gap', kind: 'num', of: pair => span(pair.gap_ms) },
      row('left'), row('right')
    ]);
    const single = [
      { title: 'input', of: line => line.input },
      { title: 'key', of: line => plain(line.key) },
      { title: 'event time', of: line => clock(line.event_time) }
    ];
    table('unmatched-table', state.recent.unmatched,
      single.concat([{ title: 'reason', of: line => line.reason }, { title: 'row', kind: 'row', of: line => fields(line.row) }]));
    table('late-table', state.recent.late,
      single.concat([{ title: 'watermark', of: line => clock(line.watermark) }, { title: 'row', kind: 'row', of: line => fields(line.row) }]));
  }

  function status(text, kind) {
    set('status', text);
    at('status').className = 'pill ' + kind;
  }

  async function tick() {
    try {
      const answer = await fetch('api/state', { cache: 'no-store' });
      if (!answer.ok) throw new Error(answer.status);
      show(await answer.json());
    } catch (e) {
      if (e instanceof TypeError && /fetch|network/i.test(e.message)) {
        status('ended', 'bad');
        set('says', 'The run is over, or can no longer be reached. The numbers are the last ones.');
      } else {
        status('error', 'bad');
        console.error(e);
      }
    }
    setTimeout(tick, 1000);
  }
  tick();
})();
