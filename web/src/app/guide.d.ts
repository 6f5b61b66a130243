/** What `web/guide.ts` makes of a page of Markdown. */
declare module '*.md' {
  export const html: string;
  export const sections: readonly { id: string; title: string; depth: number }[];
}
