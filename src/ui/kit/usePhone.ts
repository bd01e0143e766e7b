import { useSyncExternalStore } from 'react';

/** As `max-sm:` draws it. */
const PHONE = '(width < 40rem)';

const watch = (tell: () => void) => {
  const media = matchMedia(PHONE);
  media.addEventListener('change', tell);
  return () => media.removeEventListener('change', tell);
};

/** Whether the screen is a phone's; null while nobody knows: on the server, and until the page is alive. */
export const usePhone = (): boolean | null =>
  useSyncExternalStore<boolean | null>(
    watch,
    () => matchMedia(PHONE).matches,
    () => null,
  );
