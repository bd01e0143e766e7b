import { Component, type ComponentType, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { arriving } from '../arriving';

/**
 * A component fetched when first shown: floating layers stay out of the first load.
 * The server renders the fallback: what it would stream in later needs inline scripts, which the policy forbids.
 * A chunk that fails or does not come (a new release, a lost network) tells the person and shows the fallback.
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props & { waiting?: ReactNode }> & { preload: () => void } {
  const Lazy = lazy(() => arriving(load())) as unknown as ComponentType<Props>;
  const Late = ({ waiting = null, ...props }: Props & { waiting?: ReactNode }) => {
    const inBrowser = useSyncExternalStore(never, yes, no);
    if (!inBrowser) return waiting;
    return (
      <LoadGuard instead={waiting}>
        <Suspense fallback={waiting}>
          <Lazy {...(props as unknown as Props)} />
        </Suspense>
      </LoadGuard>
    );
  };
  return Object.assign(Late, { preload: () => void load().catch(() => undefined) });
}

const never = () => () => undefined;
const yes = () => true;
const no = () => false;

class LoadGuard extends Component<{ instead: ReactNode; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };
  static getDerivedStateFromError() {
    return { failed: true };
  }
  /** Also when it is opened once more: React keeps the failure. */
  override componentDidCatch(error: Error) {
    arriving(Promise.reject(error)).catch(() => undefined);
  }
  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
