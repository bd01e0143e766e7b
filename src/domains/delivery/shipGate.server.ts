import type { Me } from '~/portal/me';
import type { Tx } from '~/server/db.server';

/** Refuses goods of these orders, which the caller has locked, with a sentence that names what is missing. */
type ShipGate = (tx: Tx, me: Me, orderIds: readonly string[]) => Promise<void>;

const shared = globalThis as { portalShipGates?: Map<string, ShipGate> };
shared.portalShipGates ??= new Map();
const gates = shared.portalShipGates;

/** What must be there before goods leave, said by the domain that knows: a contract that waits for signatures. */
export const defineShipGate = (name: string, gate: ShipGate): void => void gates.set(name, gate);

export async function mustMayShip(tx: Tx, me: Me, orderIds: readonly string[]): Promise<void> {
  for (const gate of gates.values()) await gate(tx, me, [...new Set(orderIds)]);
}
