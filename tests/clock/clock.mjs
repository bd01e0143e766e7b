import { pathToFileURL } from 'node:url';

const ARGUMENT = /--import=\S*\/shift\.mjs\?ahead=(-?\d+)/;

/**
 * One clock for a whole run: TEST_CLOCK (2026-12-31T23:50+08:00) is the moment it begins at. This process, the processes and threads
 * it starts, the databases of tests and the browsers all follow it. Answers how many milliseconds it is ahead of the machine's; 0 without TEST_CLOCK.
 */
export async function setClock() {
  const asked = process.env.TEST_CLOCK;
  if (!asked) return 0;
  if (clockAhead() === 0) {
    const ahead = Date.parse(asked) - Date.now();
    if (Number.isNaN(ahead)) throw new Error(`TEST_CLOCK is no moment: ${asked}. Expected e.g. 2026-12-31T23:50+08:00`);
    const shift = `${pathToFileURL('tests/clock/shift.mjs')}?ahead=${ahead}`;
    process.env.NODE_OPTIONS = `${process.env.NODE_OPTIONS ?? ''} --import=${shift}`.trim();
    await import(shift);
  }
  return clockAhead();
}

export const clockAhead = () => Number(ARGUMENT.exec(process.env.NODE_OPTIONS ?? '')?.[1] ?? 0);
