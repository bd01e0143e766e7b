export const runStates = { RUNNING: '运行中', WAITING: '等待重试', DONE: '成功', FAILED: '失败' } as const;
