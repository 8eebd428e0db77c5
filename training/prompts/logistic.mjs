// Two ways to fit a logistic regression. A row is {columns, values, label (0 or 1), weight}; the last weight is the bias.
// Both give the same result each time.
import { randomNumbers } from '../../bench/random-numbers.mjs';

const EPOCHS = 8;
const RATE = 0.3;

const MOST_STEPS = 100;
const REMEMBERED = 10;
const SUFFICIENT = 1e-4;
const SMALLEST_STEP = 1e-10;
const ENOUGH = 1e-5;

/** All rows at once, by L-BFGS. `penalties`: one of the squared weight for each column; the bias has none. */
export function fitted(rows, penalties) {
  const columns = penalties.length;
  const weights = new Float64Array(columns + 1);
  let gradient = new Float64Array(columns + 1);
  let loss = lossOf(rows, penalties, weights, gradient);
  const history = [];
  for (let step = 0; step < MOST_STEPS; step++) {
    const direction = descent(gradient, history);
    const slope = dot(direction, gradient);
    let length = history.length === 0 ? 1 / Math.sqrt(dot(gradient, gradient)) : 1;
    const next = new Float64Array(columns + 1);
    const nextGradient = new Float64Array(columns + 1);
    let nextLoss;
    for (;;) {
      for (let at = 0; at <= columns; at++) next[at] = weights[at] + length * direction[at];
      nextLoss = lossOf(rows, penalties, next, nextGradient);
      if (nextLoss <= loss + SUFFICIENT * length * slope || length < SMALLEST_STEP) break;
      length /= 2;
    }
    const moved = next.map((value, at) => value - weights[at]);
    const turned = nextGradient.map((value, at) => value - gradient[at]);
    const curvature = dot(moved, turned);
    if (curvature > 0) history.push({ moved, turned, curvature });
    if (history.length > REMEMBERED) history.shift();
    const gained = loss - nextLoss;
    weights.set(next);
    gradient = nextGradient;
    loss = nextLoss;
    if (gained < ENOUGH * loss) break;
  }
  return weights;
}

/**
 * A row after the other, by AdaGrad: rare columns weigh more than under a penalty alone. `decays`: one for each column.
 */
export function fittedInSteps(rows, decays) {
  const bias = decays.length;
  const weights = new Float64Array(bias + 1);
  const squares = new Float64Array(bias + 1).fill(1e-4);
  const random = randomNumbers(777);
  const order = rows.flatMap((row) => Array.from({ length: row.weight }, () => row));
  const step = (at, gradient) => {
    squares[at] += gradient * gradient;
    weights[at] -= (RATE * gradient) / Math.sqrt(squares[at]);
  };
  for (let epoch = 0; epoch < EPOCHS; epoch++) {
    for (let at = order.length - 1; at > 0; at--) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other], order[at]];
    }
    for (const row of order) {
      const error = 1 / (1 + Math.exp(-scoreOf(weights, row))) - row.label;
      for (const [at, column] of row.columns.entries())
        step(column, error * row.values[at] + decays[column] * weights[column]);
      step(bias, error);
    }
  }
  return weights;
}

export function scoreOf(weights, { columns, values }) {
  let sum = weights[weights.length - 1];
  for (let at = 0; at < columns.length; at++) sum += weights[columns[at]] * values[at];
  return sum;
}

function lossOf(rows, penalties, weights, gradient) {
  const bias = penalties.length;
  gradient.fill(0);
  let loss = 0;
  for (let at = 0; at < bias; at++) {
    gradient[at] = penalties[at] * weights[at];
    loss += 0.5 * penalties[at] * weights[at] * weights[at];
  }
  for (const row of rows) {
    const score = scoreOf(weights, row);
    const signed = row.label === 1 ? score : -score;
    loss += row.weight * (signed > 0 ? Math.log1p(Math.exp(-signed)) : Math.log1p(Math.exp(signed)) - signed);
    const error = row.weight * (1 / (1 + Math.exp(-score)) - row.label);
    for (let at = 0; at < row.columns.length; at++) gradient[row.columns[at]] += error * row.values[at];
    gradient[bias] += error;
  }
  return loss;
}

/** Against the gradient, stretched by what the last steps told of the curvature. */
function descent(gradient, history) {
  const direction = gradient.map((value) => -value);
  const factors = [];
  for (const { moved, turned, curvature } of [...history].reverse()) {
    const factor = dot(moved, direction) / curvature;
    factors.push(factor);
    for (let at = 0; at < direction.length; at++) direction[at] -= factor * turned[at];
  }
  const last = history.at(-1);
  if (last !== undefined) {
    const scale = last.curvature / dot(last.turned, last.turned);
    for (let at = 0; at < direction.length; at++) direction[at] *= scale;
  }
  for (const { moved, turned, curvature } of history) {
    const back = dot(turned, direction) / curvature;
    const factor = factors.pop();
    for (let at = 0; at < direction.length; at++) direction[at] += (factor - back) * moved[at];
  }
  return direction;
}

function dot(left, right) {
  let sum = 0;
  for (let at = 0; at < left.length; at++) sum += left[at] * right[at];
  return sum;
}
