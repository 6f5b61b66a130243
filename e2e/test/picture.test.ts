import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { compare, inFewColours } from '../picture.ts';

test('a picture in few colours is the same picture', () => {
  const picture = paint(200, 0);

  expect(compare(inFewColours(picture), picture).same).toBe(true);
  // Written anew it is another file: now its pixels are compared.
  expect(compare(inFewColours(picture), inFewColours(picture)).same).toBe(true);
});

test('a picture with a spot more, or a line more, is another', () => {
  const kept = inFewColours(paint(200, 0));

  expect(compare(kept, paint(200, 8)).same).toBe(false);
  expect(compare(kept, paint(201, 0)).same).toBe(false);
});

/** A hundred pixels wide, in more colours than a palette has, with a spot in its corner. */
function paint(height: number, spot: number): Buffer {
  const picture = new PNG({ width: 100, height });
  for (let at = 0; at < picture.data.length; at += 4) {
    const [column, line] = [(at / 4) % 100, Math.floor(at / 400)];
    const colour = column < spot && line < spot ? [200, 0, 0] : [240, 240, 200 + (line % 50) - (column % 7)];
    picture.data.set([...colour, 255], at);
  }
  return PNG.sync.write(picture);
}
