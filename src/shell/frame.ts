import '~/ui/kit/focusTrail';
import { tellCutText } from './cutText';
import { listenForFinder } from './finderKey';
import { followLinks } from './navigate';

let started = false;

/** What the frame does besides its islands, once in a document. */
export function startFrame(): void {
  if (started) return;
  started = true;
  tellCutText();
  listenForFinder();
  followLinks(window);
}
