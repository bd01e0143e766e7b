/** What an address asks of the goods of an order: the paste dialog, a code to put in. Taken out of it, so that a reload does not ask again. */
export function takeAskedGoods(): { paste: boolean; code: string | null } {
  const url = new URL(location.href);
  const asked = { paste: url.searchParams.get('quick') === 'paste', code: url.searchParams.get('code') };
  if (asked.paste || asked.code) {
    url.searchParams.delete('quick');
    url.searchParams.delete('code');
    history.replaceState(history.state, '', url);
  }
  return asked;
}
