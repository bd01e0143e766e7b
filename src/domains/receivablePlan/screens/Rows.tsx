import { href } from '~/portal/href';
import { Link } from '~/ui/kit/Link';
import { Money } from '~/ui/values/Money';

interface Props {
  value: string;
  /** The list's filters that show what the figure is made of. */
  of: Readonly<Record<string, string>>;
  page?: 'receiveInfo' | 'overInfo' | 'payInfo' | 'infoSearch' | 'adjust' | 'dispute';
}

/** A figure that opens the rows it is made of; nothing of it opens nothing. */
export const Rows = ({ value, of, page = 'receiveInfo' }: Props) =>
  /[1-9]/.test(value) ? (
    <Link href={href(`/portal/receiveAdmin/${page}`, of)}>
      <Money value={value} />
    </Link>
  ) : (
    <Money value={value} />
  );
