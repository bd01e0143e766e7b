import { arriving } from '~/ui/arriving';
import type { Action } from '~/ui/kit/types';
import type { Query } from '~/ui/list/query';

/** 导出: asks for the list as it is filtered, sorted and shown. `type` is that of the list's `defineExport`. */
export const exportAction = (type: string, list: { query: Query; shown: readonly string[] }): Action => ({
  label: '导出',
  onPress: async () => {
    const { askExport } = await arriving(import('./ExportDialog'));
    askExport({ type, query: withoutPaging(list.query), columns: [...list.shown] });
  },
});

const withoutPaging = ({ pageNo: _, pageSize: __, ...query }: Query): Query => query;
