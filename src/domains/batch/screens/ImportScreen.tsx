import type { AnswerOf } from '~/shared/endpoint';
import type { importForm } from '../calls';
import { BatchImport } from '../pickers/BatchImport';

/** A page for one type of import; the page asks for the `form`. */
export default function ImportScreen(page: { form: AnswerOf<typeof importForm>; backHref: string }) {
  return <BatchImport {...page} />;
}
