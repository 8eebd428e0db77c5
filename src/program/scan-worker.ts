import { workerData } from 'node:worker_threads';
import { type CountJob, countingOf } from '../adapters/sources/count-words.ts';

/** A worker thread that counts words in files until none is left; the scanner starts it. */
const job: CountJob = workerData;
const countNext = countingOf(job);
let more = true;
while (more) more = countNext();
