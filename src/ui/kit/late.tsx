import { Component, type ComponentType, lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { toast } from './toast';

/**
 * A component fetched when first shown: floating layers stay out of the first load.
 * The server renders the fallback: what it would stream in later needs inline scripts, which the policy forbids.
 * A chunk that cannot be fetched (a new release, a lost network) tells the person and shows the fallback.
 */
export function late<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props & { waiting?: ReactNode }> & { preload: () => void } {
  const Lazy = lazy(load) as unknown as ComponentType<Props>;
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
  override componentDidCatch() {
    toast('页面资源已更新或网络不通，请刷新页面后重试', 'error');
  }
  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
