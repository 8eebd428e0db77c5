/** A name that more files than this define says little about where an edge goes. */
export const MOST_DEFINING_FILES = 5;
/** Shorter names (`get`, `run`) are shared by chance. */
export const SHORTEST_TELLING_NAME = 4;
