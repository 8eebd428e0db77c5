import { useEffect, useRef } from 'preact/hooks';
import { storeToken, TOKEN_NEEDED } from '../api.ts';

/** Asks for an access token when the server wants one; it is kept for this tab only. */
export function TokenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const open = () => {
      if (dialog.current?.open === false) dialog.current.showModal();
    };
    addEventListener(TOKEN_NEEDED, open);
    return () => removeEventListener(TOKEN_NEEDED, open);
  }, []);
  const submit = (event: Event) => {
    event.preventDefault();
    storeToken(field.current?.value.trim() ?? '');
    location.reload();
  };
  return (
    <dialog ref={dialog} aria-labelledby="token-title">
      <form onSubmit={submit}>
        <h2 id="token-title">This server asks for an access token</h2>
        <p class="quiet">
          Open the address that <code>dossier serve</code> printed, or make a token with{' '}
          <code>dossier token create</code>. It is kept in this tab only.
        </p>
        <label class="field">
          <span>Token</span>
          <input ref={field} type="password" autocomplete="off" required />
        </label>
        <p>
          <button type="submit" class="primary">
            Use it
          </button>
        </p>
      </form>
    </dialog>
  );
}
