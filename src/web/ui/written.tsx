/** Shows a text about a night or an artist, as the HTML that `markdownToHtml` made. */
export function Written({ html, className }: { html: string; className: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: markdownToHtml lets only words, bold, lists and links through
  return <div className={`written ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
