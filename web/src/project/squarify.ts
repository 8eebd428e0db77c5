export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Lays weights out as rectangles whose areas are in proportion, as square as can be (Bruls, Huizing,
 * van Wijk 2000). Weights must be positive and in falling order; the boxes come back in that order.
 */
export function squarify(weights: readonly number[], area: Box): Box[] {
  const boxes: Box[] = [];
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const scale = total === 0 ? 0 : (area.width * area.height) / total;
  let rest = area;
  let start = 0;
  while (start < weights.length) {
    const side = Math.min(rest.width, rest.height);
    let end = start + 1;
    while (
      end < weights.length &&
      worst(weights.slice(start, end + 1), side, scale) <= worst(weights.slice(start, end), side, scale)
    ) {
      end++;
    }
    rest = layRow(weights.slice(start, end), rest, scale, boxes);
    start = end;
  }
  return boxes;
}

/** The worst aspect ratio in a row laid along a side of that length. */
function worst(row: readonly number[], side: number, scale: number): number {
  const sum = row.reduce((total, weight) => total + weight, 0) * scale;
  const largest = (row[0] ?? 0) * scale;
  const smallest = (row.at(-1) ?? 0) * scale;
  return Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * smallest));
}

function layRow(row: readonly number[], area: Box, scale: number, boxes: Box[]): Box {
  const sum = row.reduce((total, weight) => total + weight, 0) * scale;
  const upright = area.width >= area.height;
  const thickness = sum / (upright ? area.height : area.width || 1);
  let offset = 0;
  for (const weight of row) {
    const length = (weight * scale) / (thickness || 1);
    boxes.push(
      upright
        ? { x: area.x, y: area.y + offset, width: thickness, height: length }
        : { x: area.x + offset, y: area.y, width: length, height: thickness },
    );
    offset += length;
  }
  return upright
    ? { ...area, x: area.x + thickness, width: area.width - thickness }
    : { ...area, y: area.y + thickness, height: area.height - thickness };
}
