/** Pages of the frame follow one another in one document: what belongs to one page must not outlive it. Browser only. */
const NEXT = 'portal:page';
let shown = 0;
let leaving = false;

/** Tells pages apart: another number, another page. */
export const pageShown = (): number => shown;

/** The address is already that of the next page, which has not come yet. */
export const isLeaving = (): boolean => leaving;
export const pageLeaves = (): void => {
  leaving = true;
};

/** Asks whoever asks before a document is left: forms with something typed. */
export const wouldLose = (): boolean => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

let agreed: ReturnType<typeof setTimeout> | undefined;
/** Long enough for the next document to come. */
const LEAVING_MS = 5000;

function askAgain(): void {
  clearTimeout(agreed);
  agreed = undefined;
}

/** Whoever would lose something has agreed to leave the document: nobody asks a second time on the way out, unless it comes to nothing. */
export function leaveUnasked(): () => void {
  askAgain();
  agreed = setTimeout(askAgain, LEAVING_MS);
  return askAgain;
}

/** Asks before the page is left while `loses` says so; answers how to stop that. */
export function asksToLeave(loses: () => boolean): () => void {
  const ask = (event: Event) => {
    if (agreed === undefined && loses()) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}

export function pageComes(): void {
  shown += 1;
  leaving = false;
  askAgain();
  dispatchEvent(new Event(NEXT));
}

/** Calls `then` whenever another page has come; answers how to stop that. */
export function onNextPage(then: () => void): () => void {
  addEventListener(NEXT, then);
  return () => removeEventListener(NEXT, then);
}

/** Settles as `work` does while its page is shown; what came back for a page that was left concerns nobody. */
export function whileShown<T>(work: Promise<T>): Promise<T> {
  const page = shown;
  return new Promise((resolve, reject) => {
    work.then(
      (value) => page === shown && resolve(value),
      (error: unknown) => page === shown && reject(error),
    );
  });
}

/** Asks at the first call on each page and keeps the answer for the later ones; a failure is asked again. */
export function oncePerPage<T>(ask: () => Promise<T>): { (): Promise<T>; forget: () => void } {
  let kept: { page: number; answer: Promise<T> } | undefined;
  const forget = () => {
    kept = undefined;
  };
  const asked = () => {
    if (kept?.page === shown) return kept.answer;
    const answer = ask();
    const now = { page: shown, answer };
    kept = now;
    answer.catch(() => kept === now && forget());
    return answer;
  };
  return Object.assign(asked, { forget });
}
