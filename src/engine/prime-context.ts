export { createPrimeCache } from '../conversation/prime-cache.ts';
