// Copying a text, also where the browser has no clipboard for the page: on plain http in a home network.

import { reader } from './reader.svelte';

function copyBySelecting(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  // A modal dialogue lets nothing outside of it be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(field);
  field.select();
  const isCopied = document.execCommand('copy');
  field.remove();
  return isCopied;
}

async function isCopied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text);
  }
}

/** Copied, and told so; where that cannot be done, the text itself is shown. */
export async function copy(text: string, told = 'copied'): Promise<void> {
  reader.toast((await isCopied(text)) ? reader.page(told) : text);
}
