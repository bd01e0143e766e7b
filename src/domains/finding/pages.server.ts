import { spelled } from '~/domains/help/search';
import { spellingOf } from '~/domains/help/spelling.server';
import { guard } from '~/portal/guard';
import type { Me } from '~/portal/me';
import { type Screen, screens } from '~/portal/screens';
import type { FoundPage } from './finding.schema';

/** Pages that begin something without being told which; others without a menu entry are about one document. */
const BEGINS = /\/(order\/create|product\/create|customer\/create|project\/create|inAdd|enterAccount|createUseCredit|createRePayMent|import|upload|subscribe)$/;
const isOffered = (screen: Screen): boolean => Boolean(screen.menu) || (screen.app === 'common' && !screen.parent) || BEGINS.test(screen.path);

const offered: readonly { screen: Screen; page: FoundPage }[] = screens.filter(isOffered).map((screen) => {
  const parent = screens.find(({ path }) => path === screen.parent);
  const group = screen.menu ?? parent?.menu ?? '';
  return {
    screen,
    page: {
      title: screen.title,
      path: screen.path,
      group,
      spelling: spelled(spellingOf(screen.title))
        .map((one) => ` ${one}`)
        .join(''),
    },
  };
});

/** The pages this person may open by themselves, as the guard decides. */
export const pagesOf = (me: Me): FoundPage[] => offered.filter(({ screen }) => guard(me, screen) === 'open').map(({ page }) => page);
