import { useState } from 'react';

/** The whole numbers of contacts by their id, once somebody asked for them; the call writes that down. */
export function useContactNumbers(load: () => Promise<{ contacts: readonly { id: string; mobile: string }[] }>) {
  const [numbers, setNumbers] = useState<ReadonlyMap<string, string> | null>(null);
  const reveal = async () => setNumbers(new Map((await load()).contacts.map((one) => [one.id, one.mobile])));
  return { numbers, reveal };
}
