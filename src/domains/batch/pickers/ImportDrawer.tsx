import { Drawer } from '~/ui/kit/Dialog';
import { BatchImport, type BatchImportProps } from './BatchImport';

/** An import beside the list it fills; `onClose` reloads that list. */
export default function ImportDrawer({ onClose, ...page }: Omit<BatchImportProps, 'backHref'> & { onClose: () => void }) {
  return (
    <Drawer open onClose={onClose} title={page.title} width="xl">
      <BatchImport {...page} untitled />
    </Drawer>
  );
}
