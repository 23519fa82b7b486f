// Products and articles of the sample shop: plain data for the site builder and the server.

export const products = [
  ['hollow-lantern', 'Hollow Lane lantern', 48, 'Hand-blown glass, a brass cap and a wick that burns for nine hours.'],
  ['gate-lamp', 'Gate lamp', 86, 'Hangs from the ridge of a roofed gate and lights both sides of it.'],
  ['verger-torch', "Verger's torch", 34, 'A narrow beam for narrow paths, and a dimmer for sleeping houses.'],
  ['storm-glass', 'Storm glass', 59, 'Keeps a candle alight in a wind that takes hats.'],
  ['ridge-beacon', 'Ridge beacon', 142, 'Seen from the next valley; comes with its own ladder hook.'],
  ['porch-ghost', 'Porch ghost', 27, 'A small friendly light in white glass. It does nothing else.'],
  ['bell-light', 'Bell light', 73, 'Struck iron with an amber pane in the shape of a bell.'],
  ['yew-candle', 'Yew candle, six', 18, 'Beeswax, no scent, no drip, forty hours in all.'],
  ['oak-bracket', 'Oak bracket', 31, 'Seasoned oak, wedged and pegged, for lamps up to four kilos.'],
  ['shingle-light', 'Shingle light', 64, 'Lies flush between roof shingles and charges by day.'],
  ['path-pebbles', 'Path pebbles, ten', 39, 'Glow for an evening after an hour of sun.'],
  ['wick-kit', 'Wick kit', 12, 'Twelve wicks, a trimmer, and a page that says how.'],
].map(([slug, name, price, text]) => ({ slug, name, price, text }));

export const articles = [
  {
    slug: 'what-a-lychgate-is',
    title: 'What a lychgate is',
    lead: 'The roofed gate at the edge of a churchyard is a place to wait, to be counted, and to pass on lighter than one came.',
    parts: [
      'Two posts, a ridge and enough roof to keep four people dry: the oldest ones that still stand are six hundred years old. The gate belongs to neither side. Whoever comes up the lane stops under it, and whoever keeps the yard comes down to meet them.',
      'Carpenters like to build them because nothing is hidden. Every peg is on show, every brace does work, and the whole frame can be read from the ground in the order in which it went up.',
      'A lamp under the ridge came late. It burns towards the lane, so that those who arrive see the step before they reach it. That is the whole secret of a good gate: it tells you what comes next while you are still walking.',
      'Repairs are made in the same order as the building: roof first, then braces, then posts. A gate with a sound roof forgives almost everything else for a generation.',
    ],
  },
  {
    slug: 'light-before-the-door',
    title: 'Light before the door',
    lead: 'Why the lamp on the lane matters more than the one in the hall.',
    parts: [
      'People judge a house by how long they stand in the dark before it. A hall full of candles is no help to somebody who is still looking for the latch.',
      'So we hang the first lamp where the path turns, the second at the gate, and only the third by the door. Each is small. Together they feel like being expected.',
      'The mistake that we see most is too much light too early: ten lamps along the lane, and none left for the door. Send ahead what the visitor needs next, and no more than can burn until they arrive.',
      'And look at who is coming. Those who were here yesterday know the step; give them the garden instead.',
    ],
  },
];
