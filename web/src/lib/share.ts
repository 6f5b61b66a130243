/** Whether this device hands texts over by a share sheet of its own: a phone does, a desktop's is out of the way. */
export function hasShareSheet(): boolean {
  return 'share' in navigator && matchMedia('(pointer: coarse)').matches;
}

/**
 * Copies a text that may still be on its way: call it while the click is handled, because browsers allow it to nobody else. Rejects where
 * the browser refuses.
 */
export async function copyText(text: string | Promise<string>): Promise<void> {
  if ('ClipboardItem' in globalThis) {
    const content = Promise.resolve(text).then((ready) => new Blob([ready], { type: 'text/plain' }));
    await navigator.clipboard.write([new ClipboardItem({ 'text/plain': content })]);
  } else {
    await navigator.clipboard.writeText(await text);
  }
}

/** Opens the share sheet. Resolves also when the person changed their mind; rejects where the browser refuses. */
export async function share(content: ShareData): Promise<void> {
  await navigator.share(content).catch((error: unknown) => {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  });
}
