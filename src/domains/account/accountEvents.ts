/** What happened to an account, by the names its owner reads. */
export const eventNames: Record<string, string> = {
  REGISTERED: '注册账号',
  LOGIN: '登录',
  LOGIN_FAILED: '登录失败',
  LOCKED: '账号暂时锁定',
  LOGOUT: '退出登录',
  REMOTE_LOGOUT: '远程下线',
  PASSWORD_CHANGED: '修改密码',
  PASSWORD_RESET: '重置密码',
  ACCOUNT_CHANGED: '修改登录账号',
  BOUND: '绑定',
  UNBOUND: '解除绑定',
  TOTP_ON: '开启动态验证码',
  TOTP_OFF: '关闭动态验证码',
  RECOVERY_USED: '使用备用码',
  RECOVERY_RENEWED: '重新生成备用码',
  PASSKEY_ADDED: '添加通行密钥',
  PASSKEY_REMOVED: '删除通行密钥',
};

export const loginWays: Record<string, string> = {
  PASSWORD: '密码',
  SMS: '短信验证码',
  WECHAT: '微信扫码',
  DINGTALK: '钉钉扫码',
  PASSKEY: '通行密钥',
  REGISTER: '注册',
};
