import { addDays } from '~/shared/dates';
import { type DayShift, isWorkingDay } from '~/shared/workingTime';

export interface OwnDay {
  day: string;
  works: boolean;
}
/** Working days of a company: its own days first, then the published calendar. */
export const worksOn = (day: string, own: readonly OwnDay[]): boolean => own.find((one) => one.day === day)?.works ?? isWorkingDay(day);

const FAR = 60;
function scan(day: string, step: 1 | -1, own: readonly OwnDay[]): string {
  let at = day;
  for (let tried = 0; tried < FAR && !worksOn(at, own); tried++) at = addDays(at, step);
  return at;
}

/** Where a due day goes that is no working day. */
export function shifted(day: string, shift: DayShift, own: readonly OwnDay[]): string {
  if (shift === 'NONE') return day;
  const next = scan(day, 1, own);
  if (shift === 'PREV' || (shift === 'MODIFIED_NEXT' && next.slice(0, 7) !== day.slice(0, 7))) return scan(day, -1, own);
  return next;
}

/** Whether messages may go out at that minute of a Shanghai day. */
export function maySend(
  at: { day: string; clock: string },
  by: { sendFrom: string; sendTo: string; workdaysOnly: boolean; holidays: readonly OwnDay[] },
): boolean {
  return at.clock >= by.sendFrom && at.clock < by.sendTo && (!by.workdaysOnly || worksOn(at.day, by.holidays));
}
