/** A right that one process at a time holds, such as watching the files of a project. */
export interface Lease {
  /** False once it was lost, for example because the process was stopped for longer than others wait. */
  readonly held: () => boolean;
  readonly release: () => Promise<void>;
}

export interface Leases {
  /** Takes the right if nobody living has it. */
  readonly take: (name: string) => Promise<Lease | undefined>;
  /** The process that has it, as far as can be told. */
  readonly holder: (name: string) => Promise<{ readonly pid: number; readonly since: number } | undefined>;
}
