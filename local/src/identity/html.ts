/** Text that is HTML already. */
export interface Html {
  readonly html: string;
}

type Part = Html | readonly Html[] | string;

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function render(part: Part): string {
  if (typeof part === 'string') return escape(part);
  return 'html' in part ? part.html : part.map(({ html }) => html).join('');
}

/** Escapes whatever is put into the template, unless it is HTML itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  return { html: strings.map((text, index) => (index === 0 ? text : render(parts[index - 1] ?? '') + text)).join('') };
}

/** For markup that comes from a file of ours, or from oidc-provider. */
export const trusted = (markup: string): Html => ({ html: markup });
