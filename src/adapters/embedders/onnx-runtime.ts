import { DossierError, errorMessage } from '../../core/errors.ts';

/** The parts of onnxruntime used here; both packages have them. */
interface OnnxModule {
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => object;
  readonly InferenceSession: { create(model: Uint8Array): Promise<RawSession> };
}
interface RawSession {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(feeds: Record<string, object>): Promise<Record<string, RawTensor>>;
}
interface RawTensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

export interface OnnxTensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}
export interface OnnxSession {
  /** Runs the model on the inputs it names; returns its pooled output, or else its first. */
  run(inputs: Readonly<Record<string, BigInt64Array>>, dims: readonly number[]): Promise<OnnxTensor>;
}
interface OnnxRuntime {
  createSession(model: Uint8Array): Promise<OnnxSession>;
}

/** Fastest first. Neither is a dependency: together they are larger than the rest of the package. */
const PACKAGES: readonly string[] = ['onnxruntime-node', 'onnxruntime-web'];

export async function loadOnnxRuntime(packages: readonly string[] = PACKAGES): Promise<OnnxRuntime> {
  const reasons: string[] = [];
  for (const name of packages) {
    try {
      const loaded: unknown = await import(name);
      if (isOnnxModule(loaded)) return runtimeOf(loaded);
      reasons.push(`${name} has no InferenceSession`);
    } catch (cause) {
      reasons.push(`${name}: ${errorMessage(cause)}`);
    }
  }
  throw new DossierError(
    'unavailable',
    `embedder.kind "onnx" needs onnxruntime: run \`npm install onnxruntime-node\` (or onnxruntime-web) beside dossier. Tried ${reasons.join('; ')}.`,
  );
}

function isOnnxModule(value: unknown): value is OnnxModule {
  return typeof value === 'object' && value !== null && 'InferenceSession' in value && 'Tensor' in value;
}

function runtimeOf({ InferenceSession, Tensor }: OnnxModule): OnnxRuntime {
  return {
    async createSession(model) {
      const session = await InferenceSession.create(model);
      const output =
        session.outputNames.find((name) => name === 'sentence_embedding') ?? session.outputNames[0];
      return {
        async run(inputs, dims) {
          const feeds: Record<string, object> = {};
          for (const name of session.inputNames) {
            const data = inputs[name];
            if (data !== undefined) feeds[name] = new Tensor('int64', data, dims);
          }
          const tensor = (await session.run(feeds))[output ?? ''];
          if (!(tensor?.data instanceof Float32Array)) {
            throw new DossierError(
              'invalid-input',
              `The model's output ${output} is not a list of 32-bit numbers.`,
            );
          }
          return { data: tensor.data, dims: tensor.dims };
        },
      };
    },
  };
}
