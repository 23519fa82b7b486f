import './shared.css'; export const shared = (t) => 'shared ' + t;
