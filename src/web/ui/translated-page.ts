/** For each text that a browser's translation removed: the element that replaced it. */
const replacements = new WeakMap<Node, Node>();

/** Returns the child of `parent` that contains `node` or replaced it. */
function childWith(parent: Node, node: Node): Node | undefined {
  for (let at: Node | null = replacements.get(node) ?? node; at; at = at.parentNode)
    if (at.parentNode === parent) return at;
  return undefined;
}

/**
 * Lets React work on a page that the browser translates. A translation moves each text into `<font>` elements that
 * React does not know, so React would change a removed text, or throw at a node in another place (facebook/react
 * 11538).
 */
export function surviveTranslation(): void {
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const font = [...addedNodes, previousSibling, nextSibling].find((node) => node?.nodeName === "FONT");
      if (font)
        for (const old of removedNodes) if (old.nodeType === Node.TEXT_NODE) replacements.set(old, font);
    }
  }).observe(document, { childList: true, subtree: true });

  const { insertBefore, removeChild } = Node.prototype;
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    if (child.parentNode === this) return removeChild.call(this, child) as T;
    const wrapper = childWith(this, child);
    if (wrapper) removeChild.call(this, wrapper);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, added: T, before: Node | null): T {
    const isHere = before === null || before.parentNode === this;
    return insertBefore.call(this, added, isHere ? before : (childWith(this, before) ?? null)) as T;
  };
  const value = Object.getOwnPropertyDescriptor(Node.prototype, "nodeValue");
  if (value)
    Object.defineProperty(Node.prototype, "nodeValue", {
      ...value,
      set(this: Node, text: string | null) {
        const font = this.isConnected ? undefined : replacements.get(this);
        if (font) font.textContent = text;
        else value.set?.call(this, text);
      },
    });
}
