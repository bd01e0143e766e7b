/** Tabs of one browser share a session: they tell each other when it becomes another one. */
const CHANNEL = 'portal:session';
export const sessionChanged = (): void => new BroadcastChannel(CHANNEL).postMessage('changed');

/** Calls `changed` when another tab logs out or moves to another factory or identity. */
export function onSessionChanged(changed: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = changed;
  return () => channel.close();
}
