import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Marked } from 'marked';
import type { Plugin } from 'vite';

interface Section {
  id: string;
  title: string;
  depth: number;
}

/** Makes a module of a page of Markdown while the web is built: its `html`, and its `sections`. Browsers load no reader of Markdown. */
export function guide(): Plugin {
  return {
    name: 'guide',
    load(file) {
      if (!file.endsWith('.md')) return undefined;
      this.addWatchFile(file);
      const { html, sections, pictures } = read(readFileSync(file, 'utf8'), dirname(file));
      const imports = pictures.map((path, index) => `import picture${index} from ${JSON.stringify(path)};`);
      const addresses = pictures.map((_, index) => `picture${index}`);
      return {
        code: [
          ...imports,
          `const pictures = [${addresses.join()}];`,
          `export const html = ${JSON.stringify(html)}.replace(/picture:(\\d+)/g, (_, index) => pictures[index]);`,
          `export const sections = ${JSON.stringify(sections)};`,
        ].join('\n'),
        moduleType: 'js',
      };
    },
  };
}

/** The pictures stand in the HTML as `picture:` and their place among `pictures`: their addresses are known once all is built. */
function read(text: string, folder: string): { html: string; sections: Section[]; pictures: string[] } {
  const sections: Section[] = [];
  const pictures: string[] = [];
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text: title }) {
        const id = anchorOf(title);
        if (depth > 1) sections.push({ id, title, depth });
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const address = href.startsWith('#') ? `#${anchorOf(decodeURIComponent(href))}` : href;
        return `<a href="${address}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text: words }) {
        const path = join(folder, href);
        // One that is not taken yet is left out: the product that it is taken of is built first.
        if (!existsSync(path)) return '';
        const { width, height } = sizeOf(path);
        const place = pictures.push(path) - 1;
        return `<img src="picture:${place}" alt="${escape(words)}" width="${width}" height="${height}" loading="lazy">`;
      },
    },
  });
  const html = marked.parse(text, { async: false });
  return { html, sections, pictures };
}

/** A title as an anchor: plain letters, digits and dashes. */
export function anchorOf(title: string): string {
  return title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Of a PNG, whose first chunk says it. */
function sizeOf(path: string): { width: number; height: number } {
  const file = readFileSync(path);
  return { width: file.readUInt32BE(16), height: file.readUInt32BE(20) };
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
