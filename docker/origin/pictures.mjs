// Paints the sample site's pictures as JPEG: hills at dusk, some with a lantern. The same name always gives the same bytes.
import { createHash } from 'node:crypto';
import jpeg from 'jpeg-js';

/** Returns seeded random numbers (mulberry32): Math.random would change every file name with every build. */
function randomFrom(name) {
  let state = createHash('sha256').update(name).digest().readUInt32LE(0);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const mix = (a, b, share) => a + (b - a) * share;
const blend = (a, b, share) => [mix(a[0], b[0], share), mix(a[1], b[1], share), mix(a[2], b[2], share)];

/** Returns the skyline of one row of hills: a sum of waves, as a height for every x. */
function skyline(random, width, base, swing) {
  const waves = Array.from({ length: 6 }, (_, i) => ({
    frequency: (i + 1) * (1.2 + random()), phase: random() * 6.3, size: swing / (i + 1.4),
  }));
  return Float64Array.from({ length: width }, (_, x) =>
    base + waves.reduce((sum, w) => sum + w.size * Math.sin((x / width) * w.frequency * 6.3 + w.phase), 0));
}

const PALETTES = [
  { top: [24, 32, 66], low: [244, 158, 96], hill: [18, 26, 44] },
  { top: [44, 26, 62], low: [250, 190, 140], hill: [30, 20, 40] },
  { top: [16, 50, 66], low: [230, 210, 150], hill: [10, 36, 40] },
  { top: [58, 66, 96], low: [255, 214, 170], hill: [34, 44, 58] },
];

/** Returns the colour of a hanging lantern (chain, roof, panes between three bars, foot) at a point, or null outside it. */
function lanternAt(lantern, x, y, frame) {
  const across = Math.abs(x - lantern.x) / lantern.size;
  const down = (y - lantern.y) / lantern.size;
  if (down < 0) return across < 0.02 ? frame : null;
  if (down < 0.35) return across < 0.08 + down * 1.3 ? frame : null;
  if (down < 1.35) {
    if (across > 0.42) return null;
    if (across > 0.37 || across < 0.025) return frame;
    return blend([255, 238, 190], [236, 150, 60], Math.min(1, Math.hypot(across * 1.6, down - 0.95) * 1.3));
  }
  return down < 1.5 && across < 0.5 ? frame : null;
}

/** Returns a JPEG of the given size. */
export function paint(name, width, height, quality, { hasLantern = false } = {}) {
  const random = randomFrom(name);
  const palette = PALETTES[Math.floor(random() * PALETTES.length)];
  const rows = [0.52, 0.64, 0.76, 0.88].map((base) => skyline(random, width, base * height, height * 0.06));
  const sun = { x: width * (0.2 + random() * 0.6), y: height * (0.3 + random() * 0.2), r: height * 0.05 };
  const lantern = { x: width * (0.35 + random() * 0.3), y: height * (0.12 + random() * 0.1), size: height * (0.3 + random() * 0.12) };
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 4) {
      let colour = blend(palette.top, palette.low, Math.min(1, (y / height) * 1.5));
      const distance = Math.hypot(x - sun.x, y - sun.y);
      colour = blend(colour, [255, 244, 214], Math.min(1, Math.max(0, 1.6 - distance / sun.r) + 0.5 * Math.exp(-distance / (sun.r * 6))));
      for (let row = 0; row < rows.length; row++) {
        if (y > rows[row][x]) colour = blend(palette.hill, palette.low, 0.42 - row * 0.13);
      }
      if (hasLantern) {
        const glow = Math.hypot(x - lantern.x, y - lantern.y - lantern.size) / lantern.size;
        colour = lanternAt(lantern, x, y, [20, 16, 28]) ?? blend(colour, [255, 196, 110], 0.55 * Math.exp(-glow * glow));
      }
      // Grain, as in a photograph: without it, the JPEG would have a tenth of the usual size and load too fast.
      const grain = (random() - 0.5) * 22;
      pixels[at] = colour[0] + grain < 0 ? 0 : Math.min(255, colour[0] + grain);
      pixels[at + 1] = colour[1] + grain < 0 ? 0 : Math.min(255, colour[1] + grain);
      pixels[at + 2] = colour[2] + grain < 0 ? 0 : Math.min(255, colour[2] + grain);
      pixels[at + 3] = 255;
    }
  }
  return jpeg.encode({ data: pixels, width, height }, quality).data;
}
