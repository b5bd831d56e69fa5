// Copies text, even where the browser gives the page no clipboard: over http in a home network.

import { reader } from './reader.svelte';

function copyBySelecting(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  // Nothing outside a modal dialogue can be selected.
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

/** Copy a text and say so; if that is not possible, show the text itself. */
export async function copy(text: string, told = 'copied'): Promise<void> {
  reader.toast((await isCopied(text)) ? reader.page(told) : text);
}
