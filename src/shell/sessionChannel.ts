/** Tabs of one browser share a session: they tell each other when it becomes another one. */
const CHANNEL = 'portal:session';
let own: BroadcastChannel | undefined;
/** One for the tab: a second one would tell the page that speaks, too. */
const channel = (): BroadcastChannel => {
  own ??= new BroadcastChannel(CHANNEL);
  return own;
};
export const sessionChanged = (): void => channel().postMessage('changed');

/** Calls `changed` when another tab logs out or moves to another factory or identity. */
export function onSessionChanged(changed: () => void): () => void {
  const heard = channel();
  heard.addEventListener('message', changed);
  return () => heard.removeEventListener('message', changed);
}
