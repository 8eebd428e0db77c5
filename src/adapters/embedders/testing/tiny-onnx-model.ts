/** Bytes of an ONNX model that looks up one vector per token: `input_ids` → `last_hidden_state`. */
export function tinyOnnxModel(table: readonly (readonly number[])[]): Uint8Array {
  const width = table[0]?.length ?? 0;
  const rows = Buffer.from(Float32Array.from(table.flat()).buffer);
  const initializer = message([
    number(1, table.length),
    number(1, width),
    number(2, FLOAT),
    text(8, 'table'),
    bytes(9, rows),
  ]);
  const node = message([
    text(1, 'table'),
    text(1, 'input_ids'),
    text(2, 'last_hidden_state'),
    text(4, 'Gather'),
  ]);
  const graph = message([
    bytes(1, node),
    text(2, 'tiny'),
    bytes(5, initializer),
    bytes(11, valueInfo('input_ids', INT64, ['batch', 'length'])),
    bytes(12, valueInfo('last_hidden_state', FLOAT, ['batch', 'length', width])),
  ]);
  const operators = message([text(1, ''), number(2, 13)]);
  return message([number(1, 8), bytes(7, graph), bytes(8, operators)]);
}

const FLOAT = 1;
const INT64 = 7;

function valueInfo(name: string, type: number, dims: readonly (string | number)[]): Buffer {
  const shape = message(
    dims.map((dim) => bytes(1, message([typeof dim === 'string' ? text(2, dim) : number(1, dim)]))),
  );
  const tensor = message([number(1, type), bytes(2, shape)]);
  return message([text(1, name), bytes(2, message([bytes(1, tensor)]))]);
}

/** The wire format of protocol buffers, as far as this model needs it. */
function message(fields: readonly Buffer[]): Buffer {
  return Buffer.concat(fields);
}
function number(field: number, value: number): Buffer {
  return Buffer.from([...varint(field * 8), ...varint(value)]);
}
function bytes(field: number, value: Uint8Array): Buffer {
  return Buffer.concat([Buffer.from([...varint(field * 8 + 2), ...varint(value.length)]), value]);
}
function text(field: number, value: string): Buffer {
  return bytes(field, Buffer.from(value));
}
function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];
}
