/** What a prompt's words are about; a word may have several kinds. All other words are open. */
export type WordKind =
  | 'function'
  | 'talk'
  | 'goOn'
  | 'housekeeping'
  | 'steering'
  | 'meta'
  | 'admin'
  | 'world'
  | 'work'
  | 'symptom'
  | 'project';

/**
 * The closed vocabulary of talking to an agent, and the verbs, symptoms and nouns of work on code, in eight
 * languages. A trailing `*` marks a stem. Written by hand; `training/prompts` learns the weight of each kind.
 */
export const WORD_LISTS: Readonly<Record<WordKind, string>> = {
  function: `
    a an the this that these those it its it's i i'm i'd i'll i've me my mine myself you your yours we we're
    our us they them their he she his her and or but so if then than as at by for from in into of off on
    onto out over to too up with within without about after before again all also am any are be been being
    both can could did do does doing done don't dont doesn't didn't down each every few had has have having
    how just let lets let's like may might more most much must no nor not now only other own per same should
    since some still such there there's here through until very was were what what's whats when where which
    while who whom why will would yes yet ll ve re s t d m is isn't aren't wasn't won't can't cannot
    couldn't wouldn't shouldn't one two three first second third last next another else even ever never
    always maybe really quite rather lot bit thing things stuff way time get got gets give gives put take
    want wanted need needs know think see look tell say said make made go going gonna come please pls plz
    kindly oh well hmm hm uh um eh etc via der die das den dem des ein eine einen einem einer eines und oder
    aber doch ja nein nicht kein keine keinen ich du er sie es wir ihr mich dich mir dir uns euch mein meine
    dein deine sein ist sind war waren bin bist hat habe hast haben wird werden wurde kann kannst können
    soll sollte muss musst mit ohne für von vom zu zum zur im auf aus bei nach vor über unter bis durch
    gegen als wie wer wo wann warum wieso welche welcher welches welchen dass ob wenn dann denn weil da hier
    dort noch schon mal auch nur sehr mehr viel alle alles etwas nichts jetzt immer nie bitte gern man ganz
    gerade eben halt nochmal damit dabei davon dazu selbst le la les l un une de au aux et ou mais donc car
    ne pas plus non oui je j tu il elle nous vous ils elles te se mon ma mes ton ta tes son sa ses notre nos
    votre ce c cet cette ces ça cela qui que qu quoi où quand comment pourquoi quel quelle quels quelles est
    sont suis ai avons avez ont était être avoir fait fais faire peux peut pouvez dans en sur sous avec sans
    pour par entre vers chez si comme aussi encore très bien tout toute tous toutes rien même déjà juste stp
    svp y el los las una unos unas lo al del o u pero sí yo tú él ella nosotros mi mis tus su sus este esta
    estos estas ese esa eso esto aquello qué quién quien cuál cual cuándo cuando dónde donde cómo como por
    porque para con sin ante desde hasta sobre soy eres está están estoy era fue ser estar hay ha han haber
    tengo tiene puede puedes más muy ya también solo todo toda todos todas nada algo otro otra cada aquí ahí
    ahora favor cuánto cuánta os uma umas dos na nas ao à em pelo pela pra pro com sem e mas não sim eu você
    vc ele ela nós meu minha seu sua esse essa isso isto aquele quê quem qual quais quando onde porquê é são
    sou estão tá tô estou foi há tem tenho ter pode muito já também só tudo outro outra aqui aí agora ainda
    até и в во на с со к ко у о об от до из за по под над при для без не ни нет да а но или если то что
    чтобы как где когда куда откуда почему зачем кто какой какая какое какие каком чей это этот эта эти тот
    та те я ты он она оно мы вы они мне меня тебя тебе его её ее их нам нас вам вас мой моя моё мои твой наш
    наша наше ваш свой сам быть есть был была было были будет бы же ли ещё еще уже тоже также только всё все
    весь вся очень так тут там здесь сейчас потом теперь ну пожалуйста можно надо нужно раз`,
  talk: `
    thank* thx ty tysm cheers great perfect perfectly awesome nice cool super brilliant excellent lovely wow
    lol lmao haha* hehe* omg wtf hi hello hey yo morning evening afternoon night bye goodbye weekend sorry
    oops whoops apolog* appreciate* love amazing* fantastic impress* lifesaver beer coffee lunch good bad
    fine ok okay okey alright k yay phew ugh congrats welcome happy tired birthday friend buddy mate man
    dude bro interesting funny crazy embarrass* exactly indeed correct right yeah yep fair genius legend
    rock magic wonderful sweet neat honestly owe kidding joking enjoy holiday vacation tomorrow tonight
    today monday tuesday wednesday thursday friday tues sad glad hope luck finally danke* dank vielen klasse
    toll prima perfekt genau guten morgen tag abend nacht hallo moin servus feierabend leid stimmt wunderbar
    genial geil hammer einwandfrei tschüss gut merci beaucoup génial parfait nickel top bonjour salut
    bonsoir soirée désolé* mdr bravo impeccable ouf demain gracias muchas perfecto hola buenos buenas días
    tardes noches perdón jaja* vale bueno buena excelente estupendo guay disculpa mañana obrigad* valeu
    perfeito ótimo otimo bom boa dia tarde noite desculpa kkk* rsrs show beleza legal maravilha brigad* oi
    olá спасибо большое отлично привет здравствуй* извини* супер класс* круто ахах* хаха* ок хорошо точно
    благодар* молодец пока красот* норм 谢谢 多谢 太棒 很好 你好 早上好 晚安 辛苦 哈哈 不好意思 抱歉 厉害 完美 太好了 不错 再见 牛 ありがとう 助かり 完璧
    おはよう こんにちは すみません ごめん お疲れ 笑 すごい 素晴らしい いいね さすが なるほど また明日 最高`,
  goOn: `
    continue* proceed ahead nope yup sure option choose choice retry try tried undo revert wait hold resume
    skip finish start* begin carry keep step* phase plan accept* approve* approved agree* ready ran run
    restarted works worked working help* later rest remaining left stopped instead recommend* suggestion*
    suggested decide best ship deal former latter neither either previous above weiter* mach* fortfahren
    nächste* schritt variante andere* versuch* passt einverstanden los geht zurück erste* zweite* vas-y vas
    allez suivant* étape autre réessaie essaie d'accord accord marche annule premier première deuxième
    adelante continúa continua sigue siguiente paso opción otra prueba vez acuerdo primero primera segundo
    segunda dale hazlo continue segue seguir próximo passo opção outra tenta concordo pode primeiro primeira
    bora vai manda продолж* дальше давай следующ* шаг вариант друг* попробуй вперёд вперед согласен первый
    второй второе валяй поехали 继续 下一步 开始 可以 再试 另一个 第一个 第二个 同意 好的 是的 不是 行 对 按你说的 撤销 还是不行 続けて 次 進んで お願い はい
    いいえ もう一回 もう一度 試して 一つ目 二つ目 それで 了解 やって 大丈夫 戻して`,
  housekeeping: `
    git commit* push* pull* merge* rebase* branch* stash* checkout cherry-pick cherry pick tag* amend
    squash* origin main master develop upstream remote pr prs mr draft reset repo run* rerun tests test
    suite pytest jest vitest unit e2e headless linter lint* eslint prettier format* formatter clippy
    typecheck type-check build* compile compil* install* uninstall deps dependenc* packages npm npx yarn
    pnpm pip brew apt cargo docker compose container* server* dev staging prod production deploy* restart*
    reboot kill process port localhost folder directory dir disk machine laptop venv virtualenv requirements
    environment terminal shell migrations migrate status log logs ls bump version wip local locally upgrade
    update autofix green pass ci pipeline node_modules command commands assignee conventional subject sign
    message msg conflict conflicts committe* pushe* branch zweig lass laufen test* starte* neu* server führe
    aus ordner installier* abhängigkeiten hochladen baue bau lance* relance commit pousse branche serveur
    redémarre installe dépendances dossier fusionne corre ejecuta lanza push rama pruebas servidor reinicia
    instala dependencias carpeta compila versión sube roda executa testes dependências pasta versão sobe dá
    запусти прогони тест* закоммит* коммит* запуш* пуш* ветк* сервер перезапусти установи зависимост* собери
    папк* верси* залей 提交 推送 测试 分支 重启 服务器 安装依赖 安装 依赖 合并 拉取 构建 跑一下 运行 部署 启动 代码 提交并推送 コミット プッシュ テスト ブランチ サーバー
    再起動 起動 インストール 依存関係 ビルド 実行 マージ デプロイ リント 走らせて 回して`,
  steering: `
    shorter short brief* concise* explain explanation* answer* reply respond english german french spanish
    japanese bullet* comments emoji* never always asking ask permission careful* harder simple* simpler
    guess* verify slower talk less long introductions praise summaries rules tldr eli5 bullets beginner
    human tone style overcomplicat* apologiz* question* touch stop quit ignore forget confirm first plan
    markdown everywhere polite kürzer kurz fass antwort* deutsch englisch frag* vorher kommentare erkläre
    erklär ändern änderst denk hör langsam* einfach* bref brève court* réponds réponse français anglais
    touche rien demander explique commentaires arrête doucement breve corto corta responde respuesta español
    inglés cambies preguntarme explica* comentarios deja resumido curto curta resposta português inglês muda
    perguntar comentários para simples resumid* resuminho короче кратко коротко отвечай ответ* русск*
    английск* меняй разрешени* спрос* объясни комментари* хватит проще воды 短一点 简短 简洁 回答 中文 英文 先问我 解释 注释 不要
    别 一步一步 简单点 短く 簡潔 答えて 日本語 英語 確認して 説明して コメント やめて 書かないで 順番に 簡単に`,
  meta: `
    model models context window tokens token session cost costs limit mode theme mcp plugin plugins internet
    access image images pdf pdfs screenshot* remember memory conversation chat claude gpt codex gemini
    copilot tools settings subagent* cutoff knowledge training offline allowed slash autoaccept auto accept
    able capable modell kontext token* sitzung kosten gekostet bilder zugriff einstellen modèle contexte
    coût accès mémoire modelo contexto sesión costo imágenes acceso memoria sobra queda sessão custo imagens
    acesso memória resta модел* контекст* токен* сесси* стоит картин* интернет* доступ* памят* осталось
    умеешь 模型 上下文 令牌 会话 花费 图片 联网 记忆 还剩 你是 你能 モデル コンテキスト トークン セッション 費用 画像 ネット 記憶 残って 読める あなた`,
  admin: `
    summary summari* recap status report* changelog release notes ticket jira slack email mail message
    manager boss client team standup daily weekly deadline estimate* hours todo to-do checklist points
    decided decide agreed agree description announcement note* remind reminder meeting paste teammate
    colleague draft wrote write-up writeup progress done today yesterday plain non-technical sentence
    sentences fass zusammen zusammenfassung bericht kunden kunde chef notiz* offen heute gestern résume
    résumé équipe compte-rendu version reste aujourd'hui hier rédige resume resumen mensaje equipo cliente
    correo jefe jefa informe notas hoy ayer falta pendiente redacta resumo mensagem time equipe chefe
    relatório hoje ontem pendente escreve итог* резюме сообщени* команд* клиент* письмо начальник* отчёт*
    отчет* заметк* релиз* сегодня вчера осталось сводк* 总结 消息 团队 客户 邮件 老板 报告 发布说明 今天 昨天 待办 周报 日报 まとめて メッセージ
    チーム 顧客 メール 上司 報告 リリースノート 今日 昨日 残り 要約 日報`,
  world: `
    capital country weather joke haiku poem story book books movie recipe cook dinner translate pronounce
    invented tall mountain population president history year celsius fahrenheit kilometers miles dollars
    euros percent calculate convert timezone exam interview homework lecture unrelated general generally vs
    versus difference* between complexity algorithm* heapsort quicksort mergesort tcp udp tls ssl http https
    rest graphql grpc sql nosql mongodb redis memcached postgres mysql kafka kubernetes k8s vim emacs tmux
    excel word powerpoint macos windows linux ubuntu bash zsh regex monad* closure* idempotent microservice*
    monolith functional pros cons mutex semaphore deadlocks dns cap theorem acid oop solid python java
    javascript typescript rust golang go ruby lua haskell scala kotlin swift php c++ perl react angular vue
    django rails spring pointer* recursion big-o notation utf-8 utf-16 unicode uuid uuids btree b-tree lsm
    jwt oauth cors csrf garbage collector collection gc blockchain quantum ai ml recommend* best practice*
    one-liner oneliner pet lizard cat dog color colour bedroom football game* song music unterschied
    zwischen hauptstadt wetter witz gedicht übersetze erfunden bedeutet rezept allgemein différence entre
    capitale météo blague poème traduis recette théorème signifie diferencia clima chiste poema traduce
    receta significa diferença piada traduz receita разниц* между столиц* погод* анекдот шутк* стих*
    переведи рецепт означает 区别 首都 天气 笑话 翻译 面试 什么是 诗 和我们这个项目没关系 違い 天気 冗談 翻訳 面接 とは レシピ`,
  work: `
    add adds adding fix fixes fixing fixed implement* change* changing remove* removing delete* rename*
    move* moving replace* refactor* extract* convert* support* handle* validat* increase* decrease* reduce*
    raise lower show* hide* display* render* sort* filter* export* import* upload* download* store* save*
    send* log* cache* return* use* switch* split* simplify clean* cleanup restructure turn* inline* drop*
    get_rid* rewrite* migrat* port* dedupe* debounce* throttle* encrypt* parse* round* limit* allow*
    disable* enable* check* review* audit* investigat* debug* trace* optimi* speed improve* document*
    translat* wrap* expose* introduce* generate* create* update* set* let should bump align style* redesign*
    prevent* avoid* ensure* make* turn füge hinzu ergänze bau* einbau* änder* entfern* lösch* ersetz*
    umbenenn* benenne verschieb* zieh* mach* erhöh* reduzier* zeig* versteck* speicher* schick* sende*
    validier* prüf* repariere fixe behebe korrigier* erweiter* teil* vereinfach* sortier* implementier*
    stell* setz* schau* ajoute* corrige* modifie* supprime* enlève* remplace* renomme* déplace* augmente*
    réduis* affiche* enregistre* envoie* valide* vérifie* relis* découpe* sépare* simplifie* extrai* crée*
    rends trie* filtre* implémente* mets añade* agrega* arregla* cambia* modifica* elimina* quita* borra*
    reemplaza* renombra* mueve* aumenta* sube muestra* oculta* guarda* envía* valida* revisa* separa*
    divide* simplifica* extrae* crea* haz ordena* filtra* implementa* pon adiciona* coloca* arruma*
    conserta* muda* altera* tira* apaga* substitui* renomeia* reduz* mostra* esconde* salva* envia* cria*
    deixa* bota* troca* faz добавь* добав* исправь* поправь* почини* измени* поменяй* удали* убери* замени*
    переименуй* перенеси* вынеси* увеличь* уменьши* покажи* скрой* сохран* отправ* провер* посмотри*
    раздели* упрости* сделай* сортир* фильтр* реализуй* перепиши* обнови* 添加 加一个 加上 加个 增加 修改 改成 改一下 改 修复 删除
    删掉 去掉 替换 重命名 移动 拆成 拆 提高 降低 显示 隐藏 保存 校验 检查 看下 看一下 优化 实现 支持 排序 重构 导出 导入 处理 追加 修正 直して 変更 削除 置き換え リネーム 移動
    分けて 増やして 減らして 表示 隠して 検証 確認 レビュー 見て 実装 対応 ソート リファクタ できるように 変えて 消して 入れて`,
  symptom: `
    broken breaks broke slow slowly wrong weird odd strange off crash* hang* freezes fail* missing twice
    duplicate* double empty blank stuck flicker* leak* deadlock race doesn't bug* buggy error* exception*
    issue problem* incorrect* nothing lost loses loosing disappear* overlap* cut hidden invisible null
    undefined nan negative timeout* timed panic* segfault* corrupt* garbled outdated stale randomly
    sometimes intermittent* flaky lag* laggy nuts acting kaputt langsam falsch komisch stürzt hängt fehlt
    fehlen doppelt leer spinnt fehler* abgeschnitten verschwindet zweimal absturz kommt plante* lent*
    bizarre faux fausse manque* vide bloqu* double* déconne* erreur* disparaît fois casse* cassé* rompe roto
    lento lenta raro rara mal falla* falta* vacío duplicad* cae bloquea* pierde* desaparece veces quebra*
    quebrado estranho errado errada falha* vazio erro* trava* some perde vezes vindo слом* тормоз*
    неправильн* странн* падает упал* виснет зависа* пропал* пуст* дубл* ошибк* дважды слетает отвалил* глюч*
    теря* 崩溃 慢 不对 错误 报错 乱码 失败 丢失 空白 重复 两次 卡 启动不了 登录不了 不显示 异常 闪退 有问题 落ちる おかしい 遅い エラー 文字化け 失敗 消える 空 二回 重複 止まる
    起動しない できない 動きが 表示されない バグ`,
  project: `
    our we us codebase module modules class classes function functions method methods file files endpoint
    endpoints route routes component components service services handler* controller* table tables column
    field config setting option flag flags parser* worker* job jobs queue* page screen button header footer
    sidebar menu form* modal dialog user* customer* order* payment* invoice* login auth* api schema model
    where which who calls called caller* defined handled implemented used uses using klasse* funktion*
    methode* datei* modul* tabelle spalte feld seite knopf formular rechnung* kunde* bestell* zahlung*
    anmeld* wo welche wer ruft classe* fonction* méthode* fichier* module* colonne champ bouton formulaire
    facture* client* commande* paiement* connexion où quelle qui appelle clase* función* método* archivo*
    módulo* tabla columna campo página botón formulario factura* cliente* pedido* pago* dónde cuál quién
    llama função* arquivo* tabela coluna tela botão formulário nota* pagamento* onde qual quem chama класс*
    функци* метод* файл* модул* таблиц* столбц* поле страниц* кнопк* форм* счёт* клиент* заказ* оплат*
    авторизац* где какой кто вызыва* 类 函数 方法 文件 模块 接口 页面 按钮 表单 订单 支付 登录 用户 哪里 在哪 哪个 谁调用 列表 字段 首页 这里 我们的 这个
    クラス 関数 メソッド ファイル モジュール 画面 ボタン フォーム 注文 決済 ログイン ユーザー どこ どれ 誰 一覧 項目 処理 この 管理`,
};
