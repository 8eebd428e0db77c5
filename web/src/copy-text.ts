import { offer } from './toasts.tsx';

/** Copies a text to the clipboard and reports success or failure. */
export async function copyText(text: string, told: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    offer({ message: told });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    offer({ message: `The browser did not allow copying (${reason}). Select the text and copy it by hand.` });
  }
}
