import { defineEvents, said } from '~/portal/event';

export const exported = defineEvents({ key: 'export', name: '导出', place: 250 }, [
  said('export.waiting', '导出待审批', 'todo', ['factory']),
  said('export.done', '导出完成', 'system', ['factory', 'dealer']),
  said('export.failed', '导出失败', 'alert', ['factory', 'dealer']),
  said('export.refused', '导出未获同意', 'alert', ['factory', 'dealer']),
]);

/** Nothing tells of it; messages that are kept are still found by it. */
export const imported = defineEvents({ key: 'import', name: '导入', place: 240, sides: ['factory'] }, []);
