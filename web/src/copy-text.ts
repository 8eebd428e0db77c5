import { offer } from './toasts.tsx';

/** Puts a text on the clipboard and says so, or why not. */
export async function copyText(text: string, told: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    offer({ message: told });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    offer({ message: `The browser did not allow copying (${reason}). Select the text and copy it by hand.` });
  }
}
