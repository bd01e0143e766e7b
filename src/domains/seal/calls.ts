import { z } from 'zod';
import { CONTRACT_SEAL } from '~/portal/permissions';
import { anyone, may, post, read } from '~/shared/endpoint';
import { Id } from '~/shared/fields.schema';
import { AuthForm, PictureForm, SealForm, SealRef, Seals, Verdict } from './seal.schema';

const keeps = may(CONTRACT_SEAL);
const One = z.object({ id: Id });

export const sealList = read('/saas-contract/seal/list', keeps, z.object({}), Seals, { title: '印章与用印授权' });
export const sealSave = post('/saas-contract/seal/save', keeps, SealForm, One, { title: '新建或修改印章' });
export const sealPicture = post('/saas-contract/seal/picture', keeps, PictureForm, One, { title: '上传印章图片', body: 'form' });
export const sealDrawn = post('/saas-contract/seal/drawn', keeps, SealRef, One, { title: '停用印章图片' });
export const sealAuthorise = post('/saas-contract/seal/authorise', keeps, AuthForm, One, { title: '授权使用印章' });
export const sealRevoke = post('/saas-contract/seal/revoke', keeps, One, One, { title: '收回用印授权' });

/** For anybody with a signed file in hand: read, judged and forgotten. */
export const contractVerify = post('/saas-contract/contract/verify', anyone, z.object({ file: z.file('请选择要验证的PDF文件') }), Verdict, {
  title: '验证PDF的电子签名',
  body: 'form',
});
