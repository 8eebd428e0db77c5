/**
 * What a web address says about a project: the file and lines that a code host shows there, or else the last word of
 * its path, such as the name of a rule in a linter's manual.
 */
export function readAddress(address: string): string {
  return SOURCE.exec(address)?.[1] ?? LAST_WORD.exec(address)?.[1] ?? '';
}

/** GitHub and GitLab: `/blob/main/src/a.ts#L3-L9`; Gitea: `/src/branch/main/src/a.ts#L3`. */
const SOURCE =
  /\/(?:blob|blame|raw|src\/(?:branch|commit|tag))\/[^/]{1,200}\/([\w@.+~/-]{1,300}(?:#L\d{1,8}(?:-L?\d{1,8})?)?)/;
const LAST_WORD =
  /^https?:\/\/[^/]+\/(?:\S*\/)?([A-Za-z][A-Za-z_-]{3,60})(?:\.html?)?\/?[.,;:]*(?:[?#]\S*)?$/;
