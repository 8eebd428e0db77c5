import { createStore } from './store.ts';

const KEY = 'dossier-questions';
const KEPT = 50;

/** Questions asked in this browser, the newest first. */
export const questions = createStore<readonly string[]>(stored());

export function noteQuestion(question: string): void {
  const next = [question, ...questions.get().filter((other) => other !== question)].slice(0, KEPT);
  questions.set(next);
  localStorage.setItem(KEY, JSON.stringify(next));
}

function stored(): readonly string[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
  } catch {
    // Another version of the page may have written something else there.
    return [];
  }
}
