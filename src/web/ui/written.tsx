/** Shows a text about a night or an artist, as the HTML that `writtenHtml` made. */
export function Written({ html, className }: { html: string; className: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: writtenHtml lets only words, bold, lists and links through
  return <div className={`written ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
