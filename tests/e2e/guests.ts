/**
 * Changes a page as the browser's guests do, from the time it has loaded: a translator puts two elements in the place of each node of text,
 * and an extension an element beside each field. Runs in the page.
 */
export function letGuestsIn() {
  const translate = (text: Text) => {
    const parent = text.parentElement
    if (!parent || !text.data.trim() || parent.closest('font, head, script, style, textarea'))
      return
    const outer = document.createElement('font')
    outer.appendChild(document.createElement('font')).textContent = text.data
    text.replaceWith(outer)
  }
  const mark = (field: Element) => {
    if (field.nextElementSibling?.localName === 'guest-mark') return
    const guest = document.createElement('guest-mark')
    guest.setAttribute('aria-hidden', 'true')
    field.after(guest)
  }
  const visit = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Node[] = []
    while (texts.nextNode()) found.push(texts.currentNode)
    for (const text of root instanceof Text ? [root] : found)
      if (text instanceof Text) translate(text)
    if (root instanceof Element)
      for (const field of [root, ...root.querySelectorAll('*')])
        if (field.matches('input, select, textarea')) mark(field)
  }
  addEventListener('load', () => {
    visit(document.body)
    new MutationObserver((records) => {
      for (const { target, addedNodes } of records)
        for (const node of target instanceof Text ? [target] : addedNodes)
          if (node.isConnected) visit(node)
    }).observe(document.body, { childList: true, subtree: true, characterData: true })
  })
}
