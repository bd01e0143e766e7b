import { BatchImport } from '~/domains/batch/pickers/BatchImport';
import { projectKinds, projectStages } from '../projectState';

const either = (names: Record<string, string>): string => Object.values(names).join('、');

export default function ProjectImport() {
  return (
    <BatchImport
      type="project"
      title="导入项目"
      backHref="/portal/project/list"
      columns={[
        { title: '项目编号', note: '留空由系统编号；已有编号时更新该项目' },
        { title: '项目名称', required: true },
        { title: '客户编码', required: true },
        { title: '开发商' },
        { title: '总包单位' },
        { title: '项目类型', note: either(projectKinds) },
        { title: '项目阶段', note: either(projectStages) },
        { title: '省' },
        { title: '市' },
        { title: '区' },
        { title: '详细地址' },
        { title: '预计用量' },
        { title: '计量单位' },
        { title: '预计金额(元)' },
        { title: '计划开工', note: 'yyyy-MM-dd' },
        { title: '计划完工', note: 'yyyy-MM-dd' },
        { title: '业务员账号', note: '本企业在职成员的手机号' },
        { title: '联系人' },
        { title: '联系人职务' },
        { title: '联系电话' },
        { title: '备注' },
      ]}
    />
  );
}
