<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="ko" sourcelanguage="en">
<context>
    <name>AllLayersView</name>
    <message>
        <source>Click: this head off</source>
        <translation>클릭: 이 헤드 끄기</translation>
    </message>
    <message>
        <source>Click: this head on again</source>
        <translation>클릭: 이 헤드 다시 켜기</translation>
    </message>
    <message>
        <source>Heads by</source>
        <translation>헤드 순서</translation>
    </message>
    <message>
        <source>Sorts the heads of each layer by what they do on this sentence (n = 1).</source>
        <translation>각 레이어의 헤드를 이 문장(n = 1)에서 하는 일에 따라 늘어놓습니다.</translation>
    </message>
    <message>
        <source>Sorts the heads of each layer by what they do over {sentences}.</source>
        <translation>각 레이어의 헤드를 {sentences}에서 하는 일에 따라 늘어놓습니다.</translation>
    </message>
</context>
<context>
    <name>AnswerSheet</name>
    <message>
        <source>%1 · query %2 · key %3 · %4 %5</source>
        <translation>%1 · 쿼리 %2 · 키 %3 · %4 %5</translation>
    </message>
    <message>
        <source>%1 · weights: %2</source>
        <translation>%1 · 어텐션 가중치: %2</translation>
    </message>
    <message>
        <source>Close the answer</source>
        <translation>답 닫기</translation>
    </message>
    <message>
        <source>Close the answer (Esc)</source>
        <translation>답 닫기(Esc)</translation>
    </message>
    <message>
        <source>Step %1, next token %2</source>
        <translation>시점 %1, 다음 토큰 %2</translation>
    </message>
    <message>
        <source>This run does not hold what that takes.</source>
        <translation>이 실행에는 그 답에 필요한 것이 없습니다.</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>답</translation>
    </message>
</context>
<context>
    <name>BeamTree</name>
    <message>
        <source>%1 hypotheses looked at, %2 ended</source>
        <translation>살펴본 가설 %1개, 끝난 가설 %2개</translation>
    </message>
    <message>
        <source>%1 of at most %2 hypotheses of a step</source>
        <translation>시점마다 최대 %2개 가설 중 %1개</translation>
    </message>
    <message>
        <source>A tree needs the candidates of every step, and this run holds none</source>
        <translation>빔 트리에는 시점마다의 후보 토큰이 필요한데, 이 실행에는 없습니다</translation>
    </message>
    <message>
        <source>a candidate that was not produced</source>
        <translation>생성되지 않은 후보 토큰</translation>
    </message>
    <message>
        <source>ended, rank %1</source>
        <translation>끝남, %1위</translation>
    </message>
    <message>
        <source>ended: rank</source>
        <translation>끝남: 순위</translation>
    </message>
    <message>
        <source>ended: rank and score</source>
        <translation>끝남: 순위와 점수</translation>
    </message>
    <message>
        <source>left open</source>
        <translation>열린 채 남음</translation>
    </message>
    <message>
        <source>log p %1 over %2 tokens, score %3</source>
        <translation>토큰 %2개의 log p %1, 점수 %3</translation>
    </message>
    <message>
        <source>number: log p of all tokens so far</source>
        <translation>숫자: 지금까지의 모든 토큰의 log p</translation>
    </message>
    <message>
        <source>one hypothesis, with the candidates beside it</source>
        <translation>가설 하나와 그 옆의 후보 토큰</translation>
    </message>
    <message>
        <source>other candidates</source>
        <translation>다른 후보 토큰</translation>
    </message>
    <message>
        <source>produced</source>
        <translation>생성됨</translation>
    </message>
    <message>
        <source>produced, the last one</source>
        <translation>마지막으로 생성됨</translation>
    </message>
    <message>
        <source>pruned</source>
        <translation>버려짐</translation>
    </message>
    <message>
        <source>pruned: others were likelier</source>
        <translation>버려짐: 다른 가설의 확률이 더 높음</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>시점 %1: %2</translation>
    </message>
    <message>
        <source>step {0}</source>
        <translation>시점 {0}</translation>
    </message>
    <message>
        <source>steps %1–%2 of %3</source>
        <translation>시점 %1–%2 (전체 %3)</translation>
    </message>
    <message>
        <source>still open when the search stopped</source>
        <translation>빔 서치가 멈출 때까지 끝나지 않음</translation>
    </message>
    <message>
        <source>the run on screen</source>
        <translation>화면의 실행</translation>
    </message>
    <message>
        <source>went on</source>
        <translation>이어짐</translation>
    </message>
    <message>
        <source>went on, but nothing that continues it was likely enough</source>
        <translation>이어졌지만, 그다음 후보의 확률이 모두 낮았음</translation>
    </message>
</context>
<context>
    <name>BestHeads</name>
    <message>
        <source>%1, which aligns best on %2 held-out sentences, is number %3 of %4 here.</source>
        <translation>학습에 쓰지 않은 문장 %2개에서 단어 정렬이 가장 좋은 헤드 %1: 여기서 %4개 중 %3위.</translation>
    </message>
    <message>
        <source>1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|): A links each target word to the source word with most weight, S and P are the sure and the possible links of the file; 0 = the same, lowest first. Och and Ney (2003).</source>
        <translation>1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|): A는 타겟 단어마다 어텐션 가중치가 가장 큰 소스 단어를 잇고, S와 P는 파일의 확실한 단어 정렬과 가능한 단어 정렬입니다. 0 = 똑같음, 낮은 것부터. Och와 Ney (2003).</translation>
    </message>
    <message>
        <source>2ab / (a + b): a = the mean over target words of the largest weight on a source word, b = the mean over source words of the largest weight from a target word. Word order plays no part.</source>
        <translation>2ab / (a + b): a = 타겟 단어마다 소스 단어에 준 가장 큰 어텐션 가중치의 평균, b = 소스 단어마다 타겟 단어에서 받은 가장 큰 어텐션 가중치의 평균. 어순은 상관없습니다.</translation>
    </message>
    <message>
        <source>Computed on the recorded run, not on the current display.</source>
        <translation>지금의 표시 방식이 아니라 기록된 실행 그대로 계산한 값입니다.</translation>
    </message>
    <message>
        <source>Effects are not measured yet: open “What happens without each word?”.</source>
        <translation>영향을 아직 측정하지 않았습니다: “단어 하나씩 없애면?”을 여세요.</translation>
    </message>
    <message>
        <source>How often the largest weight of the row that writes a word falls on the source word that it is linked to. The links are IBM model 1’s, in both directions: a yardstick, no truth.</source>
        <translation>한 단어가 다음 토큰인 행에서 가장 큰 어텐션 가중치가 그 단어와 연결된 소스 단어에 놓이는 비율입니다. 연결은 IBM 모델 1을 양방향으로 적용한 것으로, 기준일 뿐 정답은 아닙니다.</translation>
    </message>
    <message>
        <source>No word to align.</source>
        <translation>단어 정렬을 할 단어가 없습니다.</translation>
    </message>
    <message>
        <source>On this sentence head %1 is sharper, by two-way focus; sharp need not be right.</source>
        <translation>이 문장에서 양방향 집중도로 더 뚜렷한 헤드: %1. 뚜렷하다고 맞는 것은 아닙니다.</translation>
    </message>
    <message>
        <source>Press to select %1 of cross attention</source>
        <translation>누르면 크로스 어텐션에서 선택합니다: %1</translation>
    </message>
    <message>
        <source>Spearman’s rank correlation, over all steps and source tokens, of the head’s weights with the sizes of the changes in log-probability when the token is replaced (as Jain and Wallace 2019).</source>
        <translation>모든 시점과 소스 토큰에 대해, 헤드의 어텐션 가중치와 토큰을 바꿨을 때의 로그 확률 변화 크기 사이의 스피어만 순위 상관 (Jain and Wallace 2019처럼).</translation>
    </message>
    <message>
        <source>Spearman’s ρ, −1 … 1</source>
        <translation>스피어만 ρ, −1 … 1</translation>
    </message>
    <message>
        <source>The best of %1 heads of cross attention; %2 held-out sentences, %3 word links.</source>
        <translation>크로스 어텐션 헤드 %1개 중 상위 헤드, 학습에 쓰지 않은 문장 %2개, 단어 정렬 %3개.</translation>
    </message>
    <message>
        <source>The best of %1 heads of cross attention; %2 sentences of %3.</source>
        <translation>크로스 어텐션 헤드 %1개 중 상위; %3의 문장 %2개.</translation>
    </message>
    <message>
        <source>The best of %1 heads of cross attention; one sentence, n = 1.</source>
        <translation>크로스 어텐션 헤드 %1개 중 상위; 한 문장, n = 1.</translation>
    </message>
    <message>
        <source>Which head aligns best?</source>
        <translation>단어 정렬이 가장 좋은 헤드는?</translation>
    </message>
    <message>
        <source>Which head of cross attention points at the aligned word, and by what measure; a click selects it.</source>
        <translation>크로스 어텐션의 어느 헤드가 단어 정렬의 짝을 가리키는지, 어떤 척도로 그런지 보여 줍니다. 클릭하면 그 헤드를 선택합니다.</translation>
    </message>
    <message>
        <source>alignment error rate, lowest first</source>
        <translation>단어 정렬 오류율(AER), 낮은 것부터</translation>
    </message>
    <message>
        <source>by agreement with effects</source>
        <translation>영향과의 일치로</translation>
    </message>
    <message>
        <source>by two-way focus</source>
        <translation>양방향 집중도로</translation>
    </message>
    <message>
        <source>by word links over the file</source>
        <translation>파일 전체의 단어 정렬로</translation>
    </message>
    <message>
        <source>measure</source>
        <translation>척도</translation>
    </message>
    <message>
        <source>on held-out sentences</source>
        <translation>학습에 쓰지 않은 문장에서</translation>
    </message>
    <message>
        <source>share of aligned words that it hits, 0 … 1</source>
        <translation>단어 정렬을 맞힌 비율, 0 … 1</translation>
    </message>
    <message>
        <source>two-way focus, 0 … 1</source>
        <translation>양방향 집중도, 0 … 1</translation>
    </message>
</context>
<context>
    <name>BlockTabs</name>
    <message>
        <source>%1 &lt;pad&gt; hidden</source>
        <translation>&lt;pad&gt; %1개 가림</translation>
    </message>
    <message>
        <source>Cross</source>
        <translation>크로스</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>디코더</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>인코더</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>변경됨</translation>
    </message>
    <message>
        <source>changed by hand</source>
        <translation>직접 바꿈</translation>
    </message>
    <message>
        <source>later tokens and %1 &lt;pad&gt; hidden</source>
        <translation>나중 토큰과 &lt;pad&gt; %1개 가림</translation>
    </message>
    <message>
        <source>later tokens hidden</source>
        <translation>나중 토큰 가림</translation>
    </message>
    <message>
        <source>nothing hidden</source>
        <translation>가린 것 없음</translation>
    </message>
</context>
<context>
    <name>CachedMenu</name>
    <message>
        <source>In the Hugging Face cache</source>
        <translation>Hugging Face 캐시에 있는 모델</translation>
    </message>
</context>
<context>
    <name>Candidates</name>
    <message>
        <source>%1 more</source>
        <translation>%1개 더</translation>
    </message>
    <message>
        <source>1 − the sum of those above: every other token of the vocabulary together.</source>
        <translation>1 − 위의 합: 어휘 사전의 나머지 모든 토큰.</translation>
    </message>
    <message>
        <source>All tokens that the run recorded here, or only as many as have room</source>
        <translation>이 시점에 기록된 토큰을 모두 나열하거나, 자리가 있는 만큼만 나열합니다</translation>
    </message>
    <message>
        <source>Click to force %1 at step %2: the run is repeated, earlier tokens stay</source>
        <translation>클릭하면 시점 %2에 생성할 토큰을 강제로 지정합니다: %1. 앞의 토큰은 그대로 두고 다시 실행합니다</translation>
    </message>
    <message>
        <source>The end token: the model stops when it produces this.</source>
        <translation>종료 토큰: 모델이 이것을 생성하면 멈춥니다.</translation>
    </message>
    <message>
        <source>Training with label smoothing (paper, 5.4; ε = 0.1 there and in the checkpoints that come with Headscope) teaches a model to leave about ε to tokens that are not the label.</source>
        <translation>레이블 스무딩(label smoothing)으로 학습하면(논문 5.4절, 논문과 Headscope에 포함된 체크포인트는 ε = 0.1) 모델은 정답이 아닌 토큰들에 약 ε만큼의 확률을 남기도록 배웁니다.</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>나머지 모두</translation>
    </message>
    <message>
        <source>cut off by top-k or top-p: it could not be drawn</source>
        <translation>top-k나 top-p로 잘려서 뽑힐 수 없음</translation>
    </message>
    <message>
        <source>fewer</source>
        <translation>줄이기</translation>
    </message>
    <message>
        <source>forced</source>
        <translation>강제 지정</translation>
    </message>
    <message>
        <source>label</source>
        <translation>정답 토큰</translation>
    </message>
    <message>
        <source>next token</source>
        <translation>생성 토큰</translation>
    </message>
    <message>
        <source>next token (beam)</source>
        <translation>생성 토큰 (빔 서치)</translation>
    </message>
    <message>
        <source>next token (drawn)</source>
        <translation>다음 토큰 (뽑음)</translation>
    </message>
    <message>
        <source>stop here</source>
        <translation>여기서 멈춤</translation>
    </message>
    <message>
        <source>the network gives %1; it was drawn from %2</source>
        <translation>모델의 확률 %1, 뽑을 때의 확률 %2</translation>
    </message>
    <message>
        <source>vocabulary token %1, id %2</source>
        <translation>어휘 사전 항목 %1, 토큰 번호(ID) %2</translation>
    </message>
</context>
<context>
    <name>CellSheet</name>
    <message>
        <source>Copied</source>
        <translation>복사했습니다</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Notebook cell</source>
        <translation>노트북 셀</translation>
    </message>
    <message>
        <source>Save my model for Headscope</source>
        <translation>내 모델을 Headscope용으로 저장</translation>
    </message>
    <message>
        <source>Tutorial</source>
        <translation>튜토리얼</translation>
    </message>
    <message>
        <source>Tutorials save weights alone. Choose yours, copy its cell to the end of your notebook or script and run it there: it writes headscope-model.pt with the weights, both vocabularies, the number of heads, the special tokens and the casing. That file opens here without a question.</source>
        <translation>튜토리얼은 파라미터만 저장합니다. 사용한 튜토리얼을 골라 셀을 복사하고, 노트북이나 스크립트 끝에 붙여 실행하세요. 파라미터, 두 어휘 사전, 헤드 수, 특수 토큰, 대소문자 설정을 headscope-model.pt 한 파일에 저장합니다. 그 파일은 아무것도 묻지 않고 열립니다.</translation>
    </message>
</context>
<context>
    <name>Changes</name>
    <message>
        <source>a batch of %1 sentences</source>
        <translation>문장 %1개의 배치</translation>
    </message>
    <message>
        <source>another run</source>
        <translation>다른 실행</translation>
    </message>
    <message>
        <source>checkpoint %1</source>
        <translation>체크포인트 %1</translation>
    </message>
    <message>
        <source>columns set aside</source>
        <translation>열 제외</translation>
    </message>
    <message>
        <source>display of the run</source>
        <translation>실행 기록의 표시 방식</translation>
    </message>
    <message>
        <source>force “%1”</source>
        <translation>“%1” 강제</translation>
    </message>
    <message>
        <source>given target</source>
        <translation>주어진 타겟</translation>
    </message>
    <message>
        <source>list of changes</source>
        <translation>변경 목록</translation>
    </message>
    <message>
        <source>nothing changed in the network</source>
        <translation>모델에 변경 없음</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>패딩</translation>
    </message>
    <message>
        <source>pinned run</source>
        <translation>고정한 실행</translation>
    </message>
    <message>
        <source>sentence “%1”</source>
        <translation>문장 “%1”</translation>
    </message>
    <message>
        <source>several settings</source>
        <translation>여러 설정</translation>
    </message>
</context>
<context>
    <name>CheckpointMenu</name>
    <message>
        <source>Checkpoint</source>
        <translation>체크포인트 (학습된 모델 파일)</translation>
    </message>
    <message>
        <source>No checkpoint</source>
        <translation>체크포인트 없음</translation>
    </message>
</context>
<context>
    <name>Cite</name>
    <message>
        <source>Attention was computed and shown with Headscope {version} ({authors}, {year}), using the checkpoint {name}.</source>
        <translation>어텐션은 체크포인트 {name}에서 Headscope {version} ({authors}, {year})을 사용하여 계산하고 나타냈다.</translation>
    </message>
    <message>
        <source>Attention was shown with Headscope {version} ({authors}, {year}), as recorded from our own code: {name}.</source>
        <translation>내 코드에서 기록한 어텐션({name})을 Headscope {version} ({authors}, {year})을 사용하여 나타냈다.</translation>
    </message>
    <message>
        <source>The checkpoint says of itself: {says}.</source>
        <translation>체크포인트 설명: {says}.</translation>
    </message>
</context>
<context>
    <name>Commands</name>
    <message>
        <source>%1 of every cell, of either sign: softmax makes them weights (3.2.1).</source>
        <translation>모든 칸의 %1이며 부호가 있습니다. softmax가 이것을 어텐션 가중치로 만듭니다(3.2.1).</translation>
    </message>
    <message>
        <source>&amp;Ask</source>
        <translation>질문(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Display</source>
        <translation>표시 방식(&amp;D)</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>편집(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>파일(&amp;F)</translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation>도움말(&amp;H)</translation>
    </message>
    <message>
        <source>&amp;Step</source>
        <translation>단계(&amp;S)</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>보기(&amp;V)</translation>
    </message>
    <message>
        <source>A dot on each row’s maximum</source>
        <translation>행마다 최댓값에 점 표시</translation>
    </message>
    <message>
        <source>About Headscope</source>
        <translation>Headscope 정보</translation>
    </message>
    <message>
        <source>About this checkpoint</source>
        <translation>이 체크포인트 정보</translation>
    </message>
    <message>
        <source>Add 4 &lt;pad&gt;</source>
        <translation>&lt;pad&gt; 4개 추가</translation>
    </message>
    <message>
        <source>Add a shorter sentence</source>
        <translation>더 짧은 문장 추가</translation>
    </message>
    <message>
        <source>Attention rollout</source>
        <translation>어텐션 롤아웃</translation>
    </message>
    <message>
        <source>Beam search</source>
        <translation>빔 서치</translation>
    </message>
    <message>
        <source>Bring the column “%1” back</source>
        <translation>열 “%1” 되돌리기</translation>
    </message>
    <message>
        <source>Cancel or dismiss</source>
        <translation>취소 또는 닫기</translation>
    </message>
    <message>
        <source>Caption in exported pictures</source>
        <translation>내보내는 그림에 설명 넣기</translation>
    </message>
    <message>
        <source>Change it: what if …</source>
        <translation>바꿔 보기: 만약 …</translation>
    </message>
    <message>
        <source>Change what was assumed…</source>
        <translation>가정한 내용 바꾸기…</translation>
    </message>
    <message>
        <source>Compare with before</source>
        <translation>바꾸기 전과 비교</translation>
    </message>
    <message>
        <source>Copy the citation</source>
        <translation>인용 정보 복사</translation>
    </message>
    <message>
        <source>Copy the number</source>
        <translation>이 숫자 복사</translation>
    </message>
    <message>
        <source>Copy the numbers</source>
        <translation>숫자 복사</translation>
    </message>
    <message>
        <source>Copy the picture</source>
        <translation>그림 복사</translation>
    </message>
    <message>
        <source>Copy the picture alone</source>
        <translation>그림만 복사</translation>
    </message>
    <message>
        <source>Copy the translation</source>
        <translation>번역 결과 복사</translation>
    </message>
    <message>
        <source>Cross attention</source>
        <translation>인코더-디코더 어텐션 (크로스 어텐션)</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>어둡게</translation>
    </message>
    <message>
        <source>Decoder attention</source>
        <translation>디코더 셀프 어텐션 (마스크드)</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>디코딩</translation>
    </message>
    <message>
        <source>Decoding…</source>
        <translation>디코딩…</translation>
    </message>
    <message>
        <source>Device…</source>
        <translation>장치…</translation>
    </message>
    <message>
        <source>Diagnose the masks…</source>
        <translation>마스크 진단…</translation>
    </message>
    <message>
        <source>Difference made by the change</source>
        <translation>변경이 만든 차이</translation>
    </message>
    <message>
        <source>Divides the remaining weights of each row by their sum; a row without any stays 0.</source>
        <translation>각 행에 남은 값을 그 합으로 나눕니다. 남은 것이 없는 행은 0으로 둡니다.</translation>
    </message>
    <message>
        <source>Do later tokens change earlier rows?</source>
        <translation>뒤 토큰이 앞선 행을 바꾸나요?</translation>
    </message>
    <message>
        <source>Each head by itself</source>
        <translation>헤드마다 따로</translation>
    </message>
    <message>
        <source>Each map’s own maximum as full colour</source>
        <translation>맵마다 최댓값을 최대 색으로</translation>
    </message>
    <message>
        <source>Earlier sentence</source>
        <translation>이전 문장</translation>
    </message>
    <message>
        <source>Earlier snapshot of the training</source>
        <translation>학습의 이전 스냅숏</translation>
    </message>
    <message>
        <source>Edit the sentence</source>
        <translation>문장 편집</translation>
    </message>
    <message>
        <source>Embeddings &amp;&amp; layers: page</source>
        <translation>임베딩과 레이어: 쪽</translation>
    </message>
    <message>
        <source>Encoder attention</source>
        <translation>인코더 셀프 어텐션</translation>
    </message>
    <message>
        <source>Entropy, focus, distance and more: on this sentence, and over a table’s file.</source>
        <translation>엔트로피, 집중도, 거리 등: 이 문장에서, 그리고 표를 만든 파일 전체에서.</translation>
    </message>
    <message>
        <source>Explore this map…</source>
        <translation>이 맵 탐색…</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <source>Find a command…</source>
        <translation>명령 찾기…</translation>
    </message>
    <message>
        <source>Find the checkpoint of this run…</source>
        <translation>이 실행의 체크포인트 찾기…</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>첫 단계</translation>
    </message>
    <message>
        <source>Flip this cell of the mask</source>
        <translation>마스크의 이 칸 뒤집기</translation>
    </message>
    <message>
        <source>Forget the opened files</source>
        <translation>연 파일 기록 지우기</translation>
    </message>
    <message>
        <source>Forget the translated sentences</source>
        <translation>번역한 문장 기록 지우기</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>전체 화면</translation>
    </message>
    <message>
        <source>Give the target…</source>
        <translation>타겟 문장 주기…</translation>
    </message>
    <message>
        <source>Give this row to the selected column</source>
        <translation>이 행을 선택한 열에 몰아주기</translation>
    </message>
    <message>
        <source>Give this row to “%1”</source>
        <translation>이 행을 “%1”에 몰아주기</translation>
    </message>
    <message>
        <source>Glosses</source>
        <translation>단어 뜻</translation>
    </message>
    <message>
        <source>Greedy</source>
        <translation>그리디</translation>
    </message>
    <message>
        <source>Handout…</source>
        <translation>유인물…</translation>
    </message>
    <message>
        <source>Heads over a file…</source>
        <translation>파일 전체의 헤드…</translation>
    </message>
    <message>
        <source>How long the vector is that a column adds to the head’s output: a large weight on a short value adds little (Kobayashi et al. 2020).</source>
        <translation>한 열이 헤드의 결과에 더하는 벡터의 길이입니다. 밸류가 짧으면 어텐션 가중치가 커도 더해지는 양이 적습니다(Kobayashi et al. 2020).</translation>
    </message>
    <message>
        <source>How the selected number is computed</source>
        <translation>고른 값을 어떻게 계산했는지</translation>
    </message>
    <message>
        <source>In the cells</source>
        <translation>칸 안에</translation>
    </message>
    <message>
        <source>Inspect a file…</source>
        <translation>파일 살펴보기…</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>인스펙터</translation>
    </message>
    <message>
        <source>Inspector in its own window</source>
        <translation>인스펙터를 별도 창으로</translation>
    </message>
    <message>
        <source>Interactive page…</source>
        <translation>인터랙티브 페이지…</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>언어</translation>
    </message>
    <message>
        <source>Language of the system</source>
        <translation>언어는 시스템 설정에 따름</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>글자 크게</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>마지막 단계</translation>
    </message>
    <message>
        <source>Later sentence</source>
        <translation>다음 문장</translation>
    </message>
    <message>
        <source>Later snapshot of the training</source>
        <translation>학습의 다음 스냅숏</translation>
    </message>
    <message>
        <source>Layer above</source>
        <translation>위 레이어</translation>
    </message>
    <message>
        <source>Layer below</source>
        <translation>아래 레이어</translation>
    </message>
    <message>
        <source>Learning curves…</source>
        <translation>학습 곡선…</translation>
    </message>
    <message>
        <source>Leave the lesson</source>
        <translation>학습 길잡이 나가기</translation>
    </message>
    <message>
        <source>Lessons…</source>
        <translation>학습 길잡이…</translation>
    </message>
    <message>
        <source>Let the pinned run go</source>
        <translation>실행 고정 해제</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>밝게</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>설명서</translation>
    </message>
    <message>
        <source>Map of the model</source>
        <translation>모델 구조도</translation>
    </message>
    <message>
        <source>Map of the model in its own window</source>
        <translation>모델 구조도를 별도 창으로</translation>
    </message>
    <message>
        <source>Masks as in your code</source>
        <translation>마스크를 내 코드의 표기로</translation>
    </message>
    <message>
        <source>Mean over heads</source>
        <translation>헤드 평균</translation>
    </message>
    <message>
        <source>Mean over layers</source>
        <translation>레이어 평균</translation>
    </message>
    <message>
        <source>Mean over layers and heads</source>
        <translation>레이어와 헤드 전체 평균</translation>
    </message>
    <message>
        <source>Next head</source>
        <translation>다음 헤드</translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation>다음 영역</translation>
    </message>
    <message>
        <source>Next sentence of the batch</source>
        <translation>배치의 다음 문장</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>다음 단계</translation>
    </message>
    <message>
        <source>Next step of the lesson</source>
        <translation>학습 길잡이 다음 단계</translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation>글자 원래 크기</translation>
    </message>
    <message>
        <source>Note this place</source>
        <translation>이 자리에 메모</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Notes in their own window</source>
        <translation>메모를 별도 창으로</translation>
    </message>
    <message>
        <source>Numbers in cells</source>
        <translation>칸에 숫자 표시</translation>
    </message>
    <message>
        <source>One map per head number: heads 3 of all layers have nothing in common but the number.</source>
        <translation>헤드 번호마다 맵 하나입니다. 레이어가 다르면 헤드 3끼리도 번호 말고는 공통점이 없습니다.</translation>
    </message>
    <message>
        <source>One map per layer: the mean of its heads’ weights. Heads that differ cancel out.</source>
        <translation>레이어마다 맵 하나: 헤드들의 어텐션 가중치 평균입니다. 서로 다른 헤드는 평균에서 묻힙니다.</translation>
    </message>
    <message>
        <source>One map: the mean of all weights of this kind.</source>
        <translation>맵 하나: 이 종류의 모든 어텐션 가중치의 평균입니다.</translation>
    </message>
    <message>
        <source>One pass over the whole target, compared with the rows as they were decoded, one by one (paper, 3.1).</source>
        <translation>타겟 전체를 한 번에 넣어, 한 행씩 디코딩된 결과와 비교합니다(논문 3.1절).</translation>
    </message>
    <message>
        <source>Open a checkpoint folder…</source>
        <translation>체크포인트 폴더 열기…</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>열기…</translation>
    </message>
    <message>
        <source>Panes</source>
        <translation>창 구성</translation>
    </message>
    <message>
        <source>Pin this run for comparison</source>
        <translation>비교를 위해 이 실행 고정</translation>
    </message>
    <message>
        <source>Plain weights again</source>
        <translation>원래 어텐션 가중치로 돌아가기</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>재생</translation>
    </message>
    <message>
        <source>Play the training</source>
        <translation>학습 과정 재생</translation>
    </message>
    <message>
        <source>Plots…</source>
        <translation>그래프…</translation>
    </message>
    <message>
        <source>Predict the largest weight of this row</source>
        <translation>이 행의 가장 큰 어텐션 가중치 예측하기</translation>
    </message>
    <message>
        <source>Predict the next word</source>
        <translation>다음 단어 예측하기</translation>
    </message>
    <message>
        <source>Presentation</source>
        <translation>발표 화면</translation>
    </message>
    <message>
        <source>Previous head</source>
        <translation>이전 헤드</translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation>이전 영역</translation>
    </message>
    <message>
        <source>Previous sentence of the batch</source>
        <translation>배치의 이전 문장</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>이전 단계</translation>
    </message>
    <message>
        <source>Previous step of the lesson</source>
        <translation>학습 길잡이 이전 단계</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>끝내기</translation>
    </message>
    <message>
        <source>R = (½ mean of heads + ½ I) · R of the layer before: how much of each token reached each position (Abnar and Zuidema 2020). For the decoder’s two attentions together it is our extension.</source>
        <translation>R = (½ 헤드 평균 + ½ I) · 앞 레이어의 R: 각 토큰이 각 위치에 얼마나 도달했는지를 나타냅니다(Abnar and Zuidema 2020). 디코더의 두 어텐션을 함께 다루는 것은 이 프로그램의 확장입니다.</translation>
    </message>
    <message>
        <source>Ranks the heads of cross attention by a named measure; a click selects one.</source>
        <translation>정해진 척도로 크로스 어텐션 헤드의 순위를 매깁니다. 클릭하면 선택합니다.</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>되돌리기 취소</translation>
    </message>
    <message>
        <source>Remove padding</source>
        <translation>패딩 제거</translation>
    </message>
    <message>
        <source>Renormalise rows without what is set aside</source>
        <translation>제외한 열 없이 행의 합을 다시 1로</translation>
    </message>
    <message>
        <source>Reset the layout</source>
        <translation>화면 구성 초기화</translation>
    </message>
    <message>
        <source>Row totals beside one head</source>
        <translation>헤드 하나 옆에 행 합계 표시</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>샘플링</translation>
    </message>
    <message>
        <source>Save as Headscope checkpoint…</source>
        <translation>Headscope 체크포인트로 저장…</translation>
    </message>
    <message>
        <source>Save my model for Headscope…</source>
        <translation>내 모델을 Headscope용으로 저장…</translation>
    </message>
    <message>
        <source>Save session</source>
        <translation>세션 저장</translation>
    </message>
    <message>
        <source>Save session as…</source>
        <translation>다른 이름으로 세션 저장…</translation>
    </message>
    <message>
        <source>Save session…</source>
        <translation>세션 저장…</translation>
    </message>
    <message>
        <source>Save the trace…</source>
        <translation>실행 기록 저장…</translation>
    </message>
    <message>
        <source>Scores before mask and softmax</source>
        <translation>마스크와 softmax 이전의 어텐션 스코어</translation>
    </message>
    <message>
        <source>Set aside special tokens, then punctuation too</source>
        <translation>특수 토큰 제외, 그다음 문장 부호도 제외</translation>
    </message>
    <message>
        <source>Set the column “%1” aside</source>
        <translation>열 “%1” 제외</translation>
    </message>
    <message>
        <source>Set the selected column aside</source>
        <translation>선택한 열 제외</translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation>설정…</translation>
    </message>
    <message>
        <source>Show as table…</source>
        <translation>표로 보기…</translation>
    </message>
    <message>
        <source>Show the training</source>
        <translation>학습 보기</translation>
    </message>
    <message>
        <source>Show the whole map</source>
        <translation>맵 전체 보기</translation>
    </message>
    <message>
        <source>Show what the lesson asks for</source>
        <translation>학습 길잡이가 시키는 것 보여 주기</translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation>글자 크기</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>글자 작게</translation>
    </message>
    <message>
        <source>Squares: their area is the weight</source>
        <translation>사각형: 넓이가 어텐션 가중치</translation>
    </message>
    <message>
        <source>Start the engine</source>
        <translation>엔진 시작</translation>
    </message>
    <message>
        <source>Start the translation with…</source>
        <translation>번역의 시작 부분 정하기…</translation>
    </message>
    <message>
        <source>Sub-words merged into words</source>
        <translation>서브워드를 단어로 합치기</translation>
    </message>
    <message>
        <source>Tables and plots</source>
        <translation>표와 그래프</translation>
    </message>
    <message>
        <source>The change in log-probability of each next token when a source token is replaced, beside its weight.</source>
        <translation>소스 토큰을 바꿨을 때 각 생성 토큰의 로그 확률 변화를 어텐션 가중치와 나란히 보여 줍니다.</translation>
    </message>
    <message>
        <source>The vocabulary head applied after every decoder layer (nostalgebraist 2020).</source>
        <translation>디코더의 레이어마다 출력층(Linear)을 적용합니다 (nostalgebraist 2020).</translation>
    </message>
    <message>
        <source>The weight of this column is left out of every row; again brings it back.</source>
        <translation>모든 행에서 이 열의 어텐션 가중치를 뺍니다. 다시 누르면 되돌아옵니다.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>화면 테마</translation>
    </message>
    <message>
        <source>Theme of the system</source>
        <translation>화면 테마는 시스템 설정에 따름</translation>
    </message>
    <message>
        <source>This head made even: equal weights</source>
        <translation>이 헤드 고르게: 같은 어텐션 가중치</translation>
    </message>
    <message>
        <source>This head off: result set to 0</source>
        <translation>이 헤드 끄기: 결과를 0으로</translation>
    </message>
    <message>
        <source>This model’s own setting</source>
        <translation>이 모델의 설정</translation>
    </message>
    <message>
        <source>Train a model…</source>
        <translation>모델 학습…</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>번역</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>되돌리기</translation>
    </message>
    <message>
        <source>Watch a model learn</source>
        <translation>모델이 배우는 과정 보기</translation>
    </message>
    <message>
        <source>Watch a training…</source>
        <translation>학습 지켜보기…</translation>
    </message>
    <message>
        <source>Weight after the change under What if − weight before it, in colours of two signs.</source>
        <translation>만약에의 변경 후 어텐션 가중치 − 변경 전 어텐션 가중치, 부호별 두 색.</translation>
    </message>
    <message>
        <source>Weight often collects on attention sinks, such as special tokens; without these columns the rest can be seen.</source>
        <translation>어텐션 가중치는 특수 토큰 같은 어텐션 싱크에 모일 때가 많습니다. 그 열을 빼면 나머지가 보입니다.</translation>
    </message>
    <message>
        <source>Weight × ‖value · W_O‖</source>
        <translation>어텐션 가중치 × ‖밸류 · W_O‖</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>어텐션 가중치</translation>
    </message>
    <message>
        <source>Weights are summed over key pieces and averaged over query pieces.</source>
        <translation>어텐션 가중치를 키 조각에 대해서는 더하고 쿼리 조각에 대해서는 평균합니다.</translation>
    </message>
    <message>
        <source>What does this head do?</source>
        <translation>이 헤드는 무엇을 하나요?</translation>
    </message>
    <message>
        <source>What happens without each word?</source>
        <translation>단어 하나씩 없애면?</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>만약에</translation>
    </message>
    <message>
        <source>What if in its own window</source>
        <translation>만약에를 별도 창으로</translation>
    </message>
    <message>
        <source>What went wrong…</source>
        <translation>무엇이 잘못되었나…</translation>
    </message>
    <message>
        <source>What words mean</source>
        <translation>단어 뜻</translation>
    </message>
    <message>
        <source>What would each layer say?</source>
        <translation>레이어마다 무엇을 예측하나요?</translation>
    </message>
    <message>
        <source>Which head aligns best?</source>
        <translation>단어 정렬이 가장 좋은 헤드는?</translation>
    </message>
    <message>
        <source>Write what the selected word means…</source>
        <translation>선택한 단어의 뜻 쓰기…</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>확대와 축소</translation>
    </message>
    <message>
        <source>Zoom into the map</source>
        <translation>맵 확대</translation>
    </message>
    <message>
        <source>Zoom out of the map</source>
        <translation>맵 축소</translation>
    </message>
    <message>
        <source>√ scale: small weights become visible</source>
        <translation>√ 눈금: 작은 어텐션 가중치도 보임</translation>
    </message>
</context>
<context>
    <name>CompareView</name>
    <message>
        <source>Compare with before</source>
        <translation>바꾸기 전과 비교</translation>
    </message>
    <message>
        <source>Compares with what this run was before its last change.</source>
        <translation>마지막으로 바꾸기 전의 실행과 비교합니다.</translation>
    </message>
    <message>
        <source>Comparing all heads…</source>
        <translation>모든 헤드를 비교하는 중…</translation>
    </message>
    <message>
        <source>Keeps this run to compare later ones with.</source>
        <translation>이 실행을 남겨 두고 다음 실행과 비교합니다.</translation>
    </message>
    <message>
        <source>Leaves out layers and heads that one of the networks lacks.</source>
        <translation>한쪽 모델에 없는 레이어와 헤드를 뺍니다.</translation>
    </message>
    <message>
        <source>Only what both have</source>
        <translation>둘 다 가진 것만</translation>
    </message>
    <message>
        <source>Pin this run</source>
        <translation>이 실행 고정</translation>
    </message>
    <message>
        <source>largest difference: %1</source>
        <translation>가장 큰 차이: %1</translation>
    </message>
    <message>
        <source>mean |difference| of a weight: %1</source>
        <translation>어텐션 가중치의 평균 |차이|: %1</translation>
    </message>
    <message>
        <source>moved within a row on average: %1 of its weight</source>
        <translation>한 행에서 평균으로 옮겨 간 어텐션 가중치: %1</translation>
    </message>
</context>
<context>
    <name>Computation</name>
    <message>
        <source>+ position bias of this distance: %1 + %2 = %3</source>
        <translation>+ 이 거리의 위치 편향: %1 + %2 = %3</translation>
    </message>
    <message>
        <source>After cross attention: what comes from the source is ½ · mean of heads · R of the encoder + ½ of what was there; of the input tokens half remains. Our extension; both rows together sum to 1.</source>
        <translation>크로스 어텐션 다음: 소스에서 오는 몫은 ½ · 헤드 평균 · 인코더의 R + 그때까지의 ½이고, 디코더 입력 토큰의 몫은 절반이 남습니다. 이 프로그램의 확장이며 두 행을 합하면 1입니다.</translation>
    </message>
    <message>
        <source>Attention rollout</source>
        <translation>어텐션 롤아웃</translation>
    </message>
    <message>
        <source>But these weights were trained with the division. The paper divides because products grow with d_k, and a softmax of large numbers has hardly any gradient to learn from (3.2.1).</source>
        <translation>다만 이 모델은 나누면서 학습되었습니다. 논문이 나누는 이유: d_k가 클수록 내적이 커지고, 큰 수의 softmax에는 학습할 그래디언트가 거의 남지 않습니다(3.2.1).</translation>
    </message>
    <message>
        <source>Columns set aside</source>
        <translation>제외한 열</translation>
    </message>
    <message>
        <source>Concat(head 1 … head h) · W_O = a share of each head, added up</source>
        <translation>Concat(head 1 … head h) · W_O = 각 헤드의 몫을 더한 것</translation>
    </message>
    <message>
        <source>Copy all</source>
        <translation>모두 복사</translation>
    </message>
    <message>
        <source>Dot product q·k</source>
        <translation>쿼리와 키의 내적</translation>
    </message>
    <message>
        <source>Every step and number below as text, for a sheet or a calculator</source>
        <translation>아래의 모든 단계와 숫자를 글자로 복사합니다</translation>
    </message>
    <message>
        <source>From query and key to the weight and on, step by step, with the model’s own numbers (3.2.1)</source>
        <translation>쿼리와 키에서 어텐션 가중치까지, 그리고 그 다음까지 모델 자신의 숫자로 한 단계씩 보여 줍니다 (3.2.1)</translation>
    </message>
    <message>
        <source>Here it comes before (pre-norm); in the paper it comes after.</source>
        <translation>여기서는 앞에 있습니다(pre-norm). 논문에서는 뒤에 있습니다.</translation>
    </message>
    <message>
        <source>How is this computed?</source>
        <translation>어떻게 계산되나요?</translation>
    </message>
    <message>
        <source>LayerNorm</source>
        <translation>층 정규화</translation>
    </message>
    <message>
        <source>LayerNorm before the attention</source>
        <translation>어텐션 앞의 층 정규화</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>마스크</translation>
    </message>
    <message>
        <source>Mean of maps</source>
        <translation>맵의 평균</translation>
    </message>
    <message>
        <source>No key of this row may be attended to: every weight is 0.</source>
        <translation>이 행에는 볼 수 있는 키가 없습니다. 모든 어텐션 가중치가 0입니다.</translation>
    </message>
    <message>
        <source>No weight remains in this row: every number is 0.</source>
        <translation>이 행에 남은 것이 없습니다. 모든 값이 0입니다.</translation>
    </message>
    <message>
        <source>Pieces of words</source>
        <translation>단어의 조각</translation>
    </message>
    <message>
        <source>Point at a cell to see how its number is computed.</source>
        <translation>칸을 가리키면 그 값이 어떻게 나왔는지 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>R = (½ · mean of heads + ½ · I) · R of the layer before</source>
        <translation>R = (½ · 헤드 평균 + ½ · I) · 앞 레이어의 R</translation>
    </message>
    <message>
        <source>RMSNorm before the attention</source>
        <translation>어텐션 앞의 RMSNorm</translation>
    </message>
    <message>
        <source>Residual connection</source>
        <translation>잔차 연결</translation>
    </message>
    <message>
        <source>Score</source>
        <translation>스코어</translation>
    </message>
    <message>
        <source>Score: divided by √d_k</source>
        <translation>스코어: √d_k로 나누기</translation>
    </message>
    <message>
        <source>Shown: %1</source>
        <translation>표시 중: %1</translation>
    </message>
    <message>
        <source>Softmax: the weight</source>
        <translation>소프트맥스: 어텐션 가중치</translation>
    </message>
    <message>
        <source>The row is not renormalised: the remaining weights sum to %1.</source>
        <translation>다시 정규화하지 않은 행입니다. 남은 어텐션 가중치의 합: %1</translation>
    </message>
    <message>
        <source>This column is set aside: %1 is not shown.</source>
        <translation>제외한 열이라 표시하지 않는 값: %1</translation>
    </message>
    <message>
        <source>This key did not exist when the row was computed: no product, no score, nothing to mask.</source>
        <translation>이 행을 계산할 때 이 키는 아직 없었습니다. 내적도 스코어도 없고, 가릴 것도 없습니다.</translation>
    </message>
    <message>
        <source>This model does not divide by √d_k.</source>
        <translation>이 모델은 √d_k로 나누지 않습니다.</translation>
    </message>
    <message>
        <source>This row was changed for this run (%1): its weights do not follow from queries and keys.</source>
        <translation>이 행은 이 실행에서 바꾼 행입니다(%1). 어텐션 가중치가 쿼리와 키에서 나온 값이 아닙니다.</translation>
    </message>
    <message>
        <source>This run does not hold W_O, so the share of one head is not known.</source>
        <translation>이 실행 기록에는 W_O가 없어 헤드 하나의 몫은 알 수 없습니다.</translation>
    </message>
    <message>
        <source>This run does not hold the queries, keys and values that gave this row.</source>
        <translation>이 실행 기록에는 이 행을 만든 쿼리, 키, 밸류가 없습니다.</translation>
    </message>
    <message>
        <source>This run was recorded from your own code: it holds its weights, not its queries and keys.</source>
        <translation>내 코드에서 기록한 것입니다. 어텐션 가중치는 있지만 쿼리와 키는 없습니다.</translation>
    </message>
    <message>
        <source>This run was recorded without queries, keys and values. Translate the sentence again to see them; only a very large run leaves them out.</source>
        <translation>쿼리, 키, 밸류 없이 기록한 것입니다. 문장을 다시 번역하면 볼 수 있습니다. 아주 큰 실행에서만 빠집니다.</translation>
    </message>
    <message>
        <source>W_O joins the heads</source>
        <translation>W_O로 헤드 합치기</translation>
    </message>
    <message>
        <source>Weight × value norm</source>
        <translation>어텐션 가중치 × 밸류 길이</translation>
    </message>
    <message>
        <source>Weighted values: the head’s result</source>
        <translation>밸류의 가중합: 이 헤드의 결과</translation>
    </message>
    <message>
        <source>Without dividing, softmax would give %1 here instead of %2.</source>
        <translation>나누지 않을 때의 softmax 결과: %1 (나눌 때 %2)</translation>
    </message>
    <message>
        <source>bias b_O</source>
        <translation>편향 b_O</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>가려짐</translation>
    </message>
    <message>
        <source>blocked as future (look-ahead mask): %1 takes its place</source>
        <translation>미래라서 가려짐(룩어헤드 마스크). 이 값으로 바뀜: %1</translation>
    </message>
    <message>
        <source>blocked as padding (padding mask): %1 takes its place</source>
        <translation>패딩이라서 가려짐(패딩 마스크). 이 값으로 바뀜: %1</translation>
    </message>
    <message>
        <source>blocked by a change to the mask: %1 takes its place</source>
        <translation>마스크를 바꿔서 가려짐. 이 값으로 바뀜: %1</translation>
    </message>
    <message>
        <source>by way of each position of the encoder’s output</source>
        <translation>인코더 출력의 각 위치를 거친 몫</translation>
    </message>
    <message>
        <source>by way of each position of the row’s own side</source>
        <translation>같은 쪽의 각 위치를 거친 몫</translation>
    </message>
    <message>
        <source>e^(number − largest) / sum of these over the row</source>
        <translation>e^(값 − 최댓값) / 행 전체의 합</translation>
    </message>
    <message>
        <source>in your code</source>
        <translation>내 코드에서는</translation>
    </message>
    <message>
        <source>input of the next sub-layer</source>
        <translation>다음 서브 레이어가 받는 것</translation>
    </message>
    <message>
        <source>key k of %1</source>
        <translation>%1의 키 k</translation>
    </message>
    <message>
        <source>length of the share of head %1: %2; of the others together: %3</source>
        <translation>헤드 %1의 몫의 크기: %2, 나머지 헤드를 합한 크기: %3</translation>
    </message>
    <message>
        <source>length of x: %1; of what is added: %2</source>
        <translation>x의 크기: %1, 더하는 것의 크기: %2</translation>
    </message>
    <message>
        <source>may attend: it stays %1</source>
        <translation>볼 수 있음: %1 그대로입니다</translation>
    </message>
    <message>
        <source>nothing to mask: what does not exist yet cannot be attended to</source>
        <translation>가릴 것이 없음: 아직 없는 키는 볼 수 없음</translation>
    </message>
    <message>
        <source>of each map</source>
        <translation>맵마다의 값</translation>
    </message>
    <message>
        <source>q · k = sum of %1 products = %2</source>
        <translation>q · k = 곱 %1개의 합 = %2</translation>
    </message>
    <message>
        <source>query q of %1</source>
        <translation>%1의 쿼리 q</translation>
    </message>
    <message>
        <source>result = Σ weight · v over all keys</source>
        <translation>결과 = 모든 키에 대한 Σ 어텐션 가중치 · v</translation>
    </message>
    <message>
        <source>row of %1</source>
        <translation>행: %1</translation>
    </message>
    <message>
        <source>scores of the row</source>
        <translation>행의 스코어</translation>
    </message>
    <message>
        <source>share of head %1</source>
        <translation>헤드 %1의 몫</translation>
    </message>
    <message>
        <source>softmax over %1 keys</source>
        <translation>키 %1개의 소프트맥스</translation>
    </message>
    <message>
        <source>softmax over the %1 keys that were there</source>
        <translation>그때 있던 키 %1개에 대한 softmax</translation>
    </message>
    <message>
        <source>sum of %1 numbers / %1 = %2</source>
        <translation>값 %1개의 합 / %1 = %2</translation>
    </message>
    <message>
        <source>sum of %1 terms = %2</source>
        <translation>항 %1개의 합 = %2</translation>
    </message>
    <message>
        <source>sum over key pieces, mean over query pieces</source>
        <translation>키 조각은 합, 쿼리 조각은 평균</translation>
    </message>
    <message>
        <source>sum: output of the attention</source>
        <translation>합: 어텐션의 결과</translation>
    </message>
    <message>
        <source>the other heads together</source>
        <translation>나머지 헤드를 합한 것</translation>
    </message>
    <message>
        <source>the row before softmax</source>
        <translation>소프트맥스 이전의 행</translation>
    </message>
    <message>
        <source>the row has scores for the %1 keys that were there</source>
        <translation>이 행에는 그때 있던 키 %1개의 스코어만 있음</translation>
    </message>
    <message>
        <source>their products</source>
        <translation>둘의 곱</translation>
    </message>
    <message>
        <source>their sum: the result of this head</source>
        <translation>그 합: 이 헤드의 결과</translation>
    </message>
    <message>
        <source>value v of %1</source>
        <translation>%1의 밸류 v</translation>
    </message>
    <message>
        <source>weight · v, a row per key</source>
        <translation>어텐션 가중치 · v, 키마다 한 행</translation>
    </message>
    <message>
        <source>weight × ‖v · W_O‖, with this head’s rows of W_O (Kobayashi et al. 2020)</source>
        <translation>어텐션 가중치 × ‖v · W_O‖, W_O는 이 헤드의 행 (Kobayashi et al. 2020)</translation>
    </message>
    <message>
        <source>weights of the row</source>
        <translation>행의 어텐션 가중치</translation>
    </message>
    <message>
        <source>x: input of this sub-layer</source>
        <translation>x: 이 서브 레이어에 들어온 것</translation>
    </message>
    <message>
        <source>“Attention Is All You Need”, section %1</source>
        <translation>“Attention Is All You Need”, %1절</translation>
    </message>
</context>
<context>
    <name>Controller</name>
    <message>
        <source>Change something, or pin this run and translate another sentence</source>
        <translation>무언가를 바꾸거나, 이 실행을 고정하고 다른 문장을 번역하세요</translation>
    </message>
    <message>
        <source>Choose a position of the target</source>
        <translation>타겟의 위치를 고르세요</translation>
    </message>
    <message>
        <source>Choose another name</source>
        <translation>다른 이름을 고르세요</translation>
    </message>
    <message>
        <source>Copied the numbers as a table</source>
        <translation>숫자를 표로 복사했습니다</translation>
    </message>
    <message>
        <source>Copied the picture (%1)</source>
        <translation>그림을 복사했습니다 (%1)</translation>
    </message>
    <message>
        <source>Copied the picture (%1) and its numbers as a table</source>
        <translation>그림(%1)과 숫자 표를 복사했습니다</translation>
    </message>
    <message>
        <source>Drawing every step…</source>
        <translation>모든 시점을 그리는 중…</translation>
    </message>
    <message>
        <source>Drawing the picture…</source>
        <translation>그림을 그리는 중…</translation>
    </message>
    <message>
        <source>Going through the lesson…</source>
        <translation>학습 길잡이를 따라가는 중…</translation>
    </message>
    <message>
        <source>Making the handout…</source>
        <translation>유인물을 만드는 중…</translation>
    </message>
    <message>
        <source>Making the page…</source>
        <translation>페이지를 만드는 중…</translation>
    </message>
    <message>
        <source>Measuring heads over the file…</source>
        <translation>파일 전체에서 헤드를 재고 있어요…</translation>
    </message>
    <message>
        <source>Open that checkpoint, or translate the sentence with this one first</source>
        <translation>그 체크포인트를 열거나, 먼저 지금 체크포인트로 문장을 번역하세요</translation>
    </message>
    <message>
        <source>Opening the session…</source>
        <translation>세션을 여는 중…</translation>
    </message>
    <message>
        <source>Opening the trace…</source>
        <translation>실행 기록을 여는 중…</translation>
    </message>
    <message>
        <source>Running and drawing every snapshot…</source>
        <translation>모든 스냅숏을 실행해 그리는 중…</translation>
    </message>
    <message>
        <source>Saved %1</source>
        <translation>저장함: %1</translation>
    </message>
    <message>
        <source>Saved %1 (this kind of file ends in %2)</source>
        <translation>%1 저장함 (이 종류의 파일은 %2 확장자로 끝남)</translation>
    </message>
    <message>
        <source>Saved %1, without the vectors that explain a number: the run was recorded without them</source>
        <translation>저장함: %1. 숫자를 설명하는 벡터는 없습니다. 실행이 벡터 없이 기록되었습니다</translation>
    </message>
    <message>
        <source>Saving the plot…</source>
        <translation>그래프를 저장하는 중…</translation>
    </message>
    <message>
        <source>Saving the session…</source>
        <translation>세션을 저장하는 중…</translation>
    </message>
    <message>
        <source>Saving the trace…</source>
        <translation>실행 기록을 저장하는 중…</translation>
    </message>
    <message>
        <source>Writing the numbers…</source>
        <translation>숫자를 쓰는 중…</translation>
    </message>
    <message>
        <source>it is padding after the end of the given target</source>
        <translation>주어진 타겟이 끝난 뒤의 패딩입니다</translation>
    </message>
    <message>
        <source>it was recorded from your own code, which Headscope cannot run</source>
        <translation>내 코드에서 기록한 것이며, Headscope는 그 코드를 실행할 수 없습니다</translation>
    </message>
    <message>
        <source>it was recorded with another checkpoint, %1</source>
        <translation>다른 체크포인트로 기록했습니다 (%1)</translation>
    </message>
    <message>
        <source>no other run was on screen before this one</source>
        <translation>이 실행 전에 화면에 있던 다른 실행이 없습니다</translation>
    </message>
    <message>
        <source>this comparison</source>
        <translation>이 비교</translation>
    </message>
    <message>
        <source>this kind of file ends in %1, and there is one of that name</source>
        <translation>이 종류의 파일은 %1 확장자로 끝나는데, 같은 이름의 파일이 이미 있습니다</translation>
    </message>
    <message>
        <source>this position</source>
        <translation>이 위치</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>이 실행</translation>
    </message>
</context>
<context>
    <name>Copying</name>
    <message>
        <source>%1 are too many for the clipboard</source>
        <translation>%1개라서 클립보드에 넣기에는 너무 많습니다</translation>
    </message>
    <message>
        <source>Export them to a file, or choose one head</source>
        <translation>파일로 내보내거나 헤드 하나를 고르세요</translation>
    </message>
    <message>
        <source>the numbers</source>
        <translation>숫자</translation>
    </message>
</context>
<context>
    <name>Cost</name>
    <message>
        <source>%1 source tokens and %2 steps took %3 scores; twice the length takes about four times as many (table 1: O(n²·d) per layer).</source>
        <translation>소스 토큰 %1개와 시점 %2개에 어텐션 스코어 %3개가 들었습니다. 길이가 두 배이면 약 네 배가 듭니다(표 1: 레이어마다 O(n²·d)).</translation>
    </message>
    <message>
        <source>%1 weights of %2 bytes = %3 bytes; every map is kept, as squares and rectangles.</source>
        <translation>어텐션 가중치 %1개 × %2바이트 = %3바이트. 모든 맵을 정사각형과 직사각형 그대로 보관합니다.</translation>
    </message>
    <message>
        <source>%1 × as long</source>
        <translation>%1배 길이</translation>
    </message>
    <message>
        <source>%1: %2 scores, %3 times as many</source>
        <translation>%1: 스코어 %2개, %3배</translation>
    </message>
    <message>
        <source>Longer sentences</source>
        <translation>더 긴 문장</translation>
    </message>
    <message>
        <source>Memory of the maps</source>
        <translation>맵이 차지하는 메모리</translation>
    </message>
    <message>
        <source>Multiplications of one self-attention, n = %1</source>
        <translation>셀프 어텐션 하나의 곱셈, n = %1</translation>
    </message>
    <message>
        <source>Scores of this run</source>
        <translation>이 실행의 스코어</translation>
    </message>
    <message>
        <source>Step by step, row t of the decoder has t keys: half of the square.</source>
        <translation>한 시점씩 계산하면 디코더의 t번째 행은 키 t개를 가집니다. 정사각형의 절반입니다.</translation>
    </message>
    <message>
        <source>The second catches up at n = 2·d_model = %1 tokens.</source>
        <translation>둘째는 n = 2·d_model = 토큰 %1개에서 첫째를 따라잡습니다.</translation>
    </message>
    <message>
        <source>cross attention</source>
        <translation>크로스 어텐션</translation>
    </message>
    <message>
        <source>decoder attention</source>
        <translation>디코더 셀프 어텐션</translation>
    </message>
    <message>
        <source>encoder attention</source>
        <translation>인코더 셀프 어텐션</translation>
    </message>
    <message>
        <source>layers · heads · queries · keys</source>
        <translation>레이어 · 헤드 · 쿼리 · 키</translation>
    </message>
    <message>
        <source>q·k and weight·v: 2·n²·h·d_k = 2·%1²·%2·%3 = %4</source>
        <translation>q·k와 어텐션 가중치·v: 2·n²·h·d_k = 2·%1²·%2·%3 = %4</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>어텐션 스코어</translation>
    </message>
    <message>
        <source>with W_Q, W_K, W_V and W_O: 4·n·d_model·h·d_k = 4·%1·%2·%3·%4 = %5</source>
        <translation>W_Q, W_K, W_V, W_O와의 곱: 4·n·d_model·h·d_k = 4·%1·%2·%3·%4 = %5</translation>
    </message>
</context>
<context>
    <name>Decoding</name>
    <message>
        <source>Beam search: several hypotheses go on side by side</source>
        <translation>빔 서치: 가설 여러 개를 나란히 이어 감</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>디코딩</translation>
    </message>
    <message>
        <source>Decoding: %1</source>
        <translation>디코딩: %1</translation>
    </message>
    <message>
        <source>Drawn from as few of the likeliest as together have this probability</source>
        <translation>확률의 합이 이 값이 되는 가장 적은 수의 상위 토큰에서만 뽑습니다</translation>
    </message>
    <message>
        <source>Drawn from so many of the likeliest only</source>
        <translation>확률이 높은 토큰 이만큼에서만 뽑습니다</translation>
    </message>
    <message>
        <source>Greedy: the likeliest token at every step</source>
        <translation>그리디: 시점마다 확률이 가장 높은 토큰</translation>
    </message>
    <message>
        <source>How the next token is chosen: greedily, by a beam or at random. A press changes it and runs the sentence again.</source>
        <translation>다음 토큰을 고르는 방법: 그리디, 빔 서치, 샘플링. 누르면 바꿀 수 있고 문장을 다시 실행합니다.</translation>
    </message>
    <message>
        <source>Length penalty</source>
        <translation>길이 페널티</translation>
    </message>
    <message>
        <source>Logits are divided by it: below 1 the likely become likelier, above 1 all become more alike.</source>
        <translation>로짓을 이 값으로 나눕니다. 1보다 작으면 확률이 높은 토큰이 더 높아지고, 1보다 크면 서로 비슷해집니다.</translation>
    </message>
    <message>
        <source>Sampling: a token is drawn at random</source>
        <translation>샘플링: 토큰을 무작위로 뽑음</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>시드</translation>
    </message>
    <message>
        <source>So many hypotheses go on at every step; a beam of 1 is greedy.</source>
        <translation>시점마다 이만큼의 가설이 이어집니다. 너비 1은 그리디입니다.</translation>
    </message>
    <message>
        <source>Stop when</source>
        <translation>멈출 때</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>온도</translation>
    </message>
    <message>
        <source>The same seed draws the same translation; the arrows draw another.</source>
        <translation>시드가 같으면 번역도 같습니다. 화살표를 누르면 다시 뽑습니다.</translation>
    </message>
    <message>
        <source>The target on screen was given: this is for the next translation.</source>
        <translation>화면의 타겟은 주어진 것입니다. 이 설정은 다음 번역에 쓰입니다.</translation>
    </message>
    <message>
        <source>This model’s own setting: %1</source>
        <translation>이 모델의 설정: %1</translation>
    </message>
    <message>
        <source>Top-k</source>
        <translation>Top-k</translation>
    </message>
    <message>
        <source>Top-p</source>
        <translation>Top-p</translation>
    </message>
    <message>
        <source>What the files of the checkpoint ask for</source>
        <translation>체크포인트 파일에 적힌 값</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>너비</translation>
    </message>
    <message>
        <source>all</source>
        <translation>모두</translation>
    </message>
    <message>
        <source>and none can ever score better</source>
        <translation>거기에 앞으로도 더 좋아질 수 없을 때</translation>
    </message>
    <message>
        <source>and none that goes on scores better</source>
        <translation>거기에 남은 가설이 더 좋지 않을 때</translation>
    </message>
    <message>
        <source>as many have ended as it is wide</source>
        <translation>끝난 가설이 너비만큼 있을 때</translation>
    </message>
    <message>
        <source>beam %1</source>
        <translation>빔 %1</translation>
    </message>
    <message>
        <source>early_stopping of Hugging Face: True, False, never</source>
        <translation>Hugging Face의 early_stopping: True, False, never</translation>
    </message>
    <message>
        <source>given target</source>
        <translation>주어진 타겟</translation>
    </message>
    <message>
        <source>sampled</source>
        <translation>샘플링</translation>
    </message>
    <message>
        <source>score = log-probability / length^penalty: above 0 favours long ones, 0 compares the sums.</source>
        <translation>점수 = 로그 확률 / 길이^페널티: 0보다 크면 긴 가설에 유리하고, 0이면 합을 그대로 비교합니다.</translation>
    </message>
</context>
<context>
    <name>Desk</name>
    <message>
        <source>%1 does not hold your latest changes.</source>
        <translation>그 뒤에 바꾼 내용은 이 파일에 없습니다: %1</translation>
    </message>
    <message>
        <source>About Headscope</source>
        <translation>Headscope 정보</translation>
    </message>
    <message>
        <source>All files</source>
        <translation>모든 파일</translation>
    </message>
    <message>
        <source>Checkpoints, traces and sessions</source>
        <translation>체크포인트, 실행 기록, 세션</translation>
    </message>
    <message>
        <source>Copied %1</source>
        <translation>복사했습니다: %1</translation>
    </message>
    <message>
        <source>Copied the citation: a sentence and BibTeX</source>
        <translation>인용 정보를 복사했습니다: 문장과 BibTeX</translation>
    </message>
    <message>
        <source>Copied the translation</source>
        <translation>번역 결과를 복사했습니다</translation>
    </message>
    <message>
        <source>Don’t save</source>
        <translation>저장 안 함</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <source>Find the checkpoint %1</source>
        <translation>체크포인트 찾기: %1</translation>
    </message>
    <message>
        <source>Heads over a file</source>
        <translation>파일 전체의 헤드</translation>
    </message>
    <message>
        <source>Inspect a file</source>
        <translation>파일 살펴보기</translation>
    </message>
    <message>
        <source>New folder (*)</source>
        <translation>새 폴더 (*)</translation>
    </message>
    <message>
        <source>Open a checkpoint folder</source>
        <translation>체크포인트 폴더 열기</translation>
    </message>
    <message>
        <source>Open a checkpoint, a trace or a session</source>
        <translation>체크포인트, 실행 기록, 세션 열기</translation>
    </message>
    <message>
        <source>Save as Headscope checkpoint</source>
        <translation>Headscope 체크포인트로 저장</translation>
    </message>
    <message>
        <source>Save the session</source>
        <translation>세션 저장</translation>
    </message>
    <message>
        <source>Save the session?</source>
        <translation>세션을 저장할까요?</translation>
    </message>
    <message>
        <source>Save the trace</source>
        <translation>실행 기록 저장</translation>
    </message>
    <message>
        <source>Save your notes?</source>
        <translation>메모를 저장할까요?</translation>
    </message>
    <message>
        <source>Sentences, pairs and tables of heads</source>
        <translation>문장, 문장 쌍, 헤드 표</translation>
    </message>
    <message>
        <source>Sessions</source>
        <translation>세션</translation>
    </message>
    <message>
        <source>Shows what an encoder-decoder Transformer gives weight to while it translates. Attention is not explanation: a weight is not a measure of influence.

It works offline: no sentence, checkpoint or weight leaves this computer.</source>
        <translation>인코더-디코더 Transformer가 번역하면서 무엇에 가중치를 주는지 보여 줍니다. 어텐션은 설명이 아닙니다. 어텐션 가중치는 영향의 크기가 아닙니다.

오프라인으로 작동합니다. 문장도, 체크포인트도, 파라미터도 이 컴퓨터를 떠나지 않습니다.</translation>
    </message>
    <message>
        <source>They are in no file yet; a session file holds them, with the run they are about.</source>
        <translation>아직 어느 파일에도 없습니다. 세션 파일에 해당 실행과 함께 저장됩니다.</translation>
    </message>
    <message>
        <source>Traces</source>
        <translation>실행 기록</translation>
    </message>
    <message>
        <source>Unsaved notes</source>
        <translation>저장하지 않은 메모</translation>
    </message>
    <message>
        <source>Unsaved session</source>
        <translation>저장하지 않은 세션</translation>
    </message>
    <message>
        <source>step {0}</source>
        <translation>시점 {0}</translation>
    </message>
</context>
<context>
    <name>DevicePicker</name>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>자동</translation>
    </message>
    <message>
        <source>Automatic (%1)</source>
        <translation>자동 (%1)</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>장치</translation>
    </message>
    <message>
        <source>Device: %1</source>
        <translation>장치: %1</translation>
    </message>
    <message>
        <source>Now: %1</source>
        <translation>현재: %1</translation>
    </message>
    <message>
        <source>Where the model runs</source>
        <translation>모델을 실행하는 장치</translation>
    </message>
    <message>
        <source>not available</source>
        <translation>사용할 수 없음</translation>
    </message>
</context>
<context>
    <name>DisplayBar</name>
    <message>
        <source>All columns</source>
        <translation>모든 열</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>열</translation>
    </message>
    <message>
        <source>Computing…</source>
        <translation>계산하는 중…</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>표시</translation>
    </message>
    <message>
        <source>Divides the remaining weights of each row by their sum: every row sums to 1 again</source>
        <translation>각 행에 남은 값을 그 합으로 나눕니다. 모든 행의 합이 다시 1이 됩니다</translation>
    </message>
    <message>
        <source>Each head</source>
        <translation>헤드마다</translation>
    </message>
    <message>
        <source>Heads and layers</source>
        <translation>헤드와 레이어</translation>
    </message>
    <message>
        <source>How the run is shown; it is computed as ever.</source>
        <translation>실행 기록을 어떻게 표시할지 정합니다. 계산은 그대로입니다.</translation>
    </message>
    <message>
        <source>Leaves out columns that act as attention sinks: special tokens, or these and punctuation (X; one column: Shift+X)</source>
        <translation>어텐션 싱크로 작용하는 열을 뺍니다. 특수 토큰, 또는 특수 토큰과 문장 부호(X, 열 하나만: Shift+X)</translation>
    </message>
    <message>
        <source>Many maps as one: their mean (A), or rollout, R = (½ mean + ½ I) · R of the layer before (O; Abnar and Zuidema 2020). A mean hides heads that differ.</source>
        <translation>여러 맵을 하나로: 평균(A) 또는 롤아웃, R = (½ 평균 + ½ I) · 앞 레이어의 R (O, Abnar and Zuidema 2020). 평균은 서로 다른 헤드를 감춥니다.</translation>
    </message>
    <message>
        <source>Mean of all</source>
        <translation>전체 평균</translation>
    </message>
    <message>
        <source>Mean of heads</source>
        <translation>헤드 평균</translation>
    </message>
    <message>
        <source>Mean of layers</source>
        <translation>레이어 평균</translation>
    </message>
    <message>
        <source>No column is set aside.</source>
        <translation>제외한 열이 없습니다.</translation>
    </message>
    <message>
        <source>No difference is shown: %1. %2.</source>
        <translation>차이를 표시하지 않습니다: %1. %2.</translation>
    </message>
    <message>
        <source>No punctuation</source>
        <translation>문장 부호도 제외</translation>
    </message>
    <message>
        <source>No specials</source>
        <translation>특수 토큰 제외</translation>
    </message>
    <message>
        <source>Per map</source>
        <translation>맵마다</translation>
    </message>
    <message>
        <source>Plain weights again</source>
        <translation>원래 어텐션 가중치로 돌아가기</translation>
    </message>
    <message>
        <source>Plain weights again, head by head (Esc)</source>
        <translation>헤드마다 원래 어텐션 가중치로 돌아갑니다(Esc)</translation>
    </message>
    <message>
        <source>Quantity</source>
        <translation>값의 종류</translation>
    </message>
    <message>
        <source>Renormalise rows</source>
        <translation>행의 합 1로</translation>
    </message>
    <message>
        <source>Rollout</source>
        <translation>롤아웃</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>눈금</translation>
    </message>
    <message>
        <source>Scale 0 … 1</source>
        <translation>눈금 0 … 1</translation>
    </message>
    <message>
        <source>Scale to max</source>
        <translation>눈금 최대까지</translation>
    </message>
    <message>
        <source>Scores</source>
        <translation>스코어</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>몫</translation>
    </message>
    <message>
        <source>Shown: %1</source>
        <translation>표시 중: %1</translation>
    </message>
    <message>
        <source>Sub-words merged into words: weights are summed over key pieces and averaged over query pieces (W)</source>
        <translation>서브워드를 단어로 합칩니다. 어텐션 가중치를 키 조각에 대해서는 더하고 쿼리 조각에 대해서는 평균합니다(W)</translation>
    </message>
    <message>
        <source>There is no run yet.</source>
        <translation>아직 실행 기록이 없습니다.</translation>
    </message>
    <message>
        <source>This run lacks the numbers for %1. Shown: %2.</source>
        <translation>이 실행 기록에는 필요한 수치가 없습니다(%1). 표시 중: %2.</translation>
    </message>
    <message>
        <source>This view has no colours for weights.</source>
        <translation>이 보기에는 어텐션 가중치의 색이 없습니다.</translation>
    </message>
    <message>
        <source>This view shows the run as it was computed, head by head and token by token.</source>
        <translation>이 보기는 계산된 그대로, 헤드마다 토큰마다 표시합니다.</translation>
    </message>
    <message>
        <source>Weight × norm</source>
        <translation>어텐션 가중치 × 길이</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>어텐션 가중치</translation>
    </message>
    <message>
        <source>Weights; scores before mask and softmax (S); or weight × ‖value · W_O‖, what a column adds (V; Kobayashi et al. 2020)</source>
        <translation>어텐션 가중치, 마스크와 softmax 이전의 스코어 (S), 또는 한 열이 더하는 양인 어텐션 가중치 × ‖밸류 · W_O‖ (V, Kobayashi et al. 2020)</translation>
    </message>
    <message>
        <source>What colours mean: 0 … 1 as they are; √weight, so that small ones are seen (R); or each map’s own largest weight as full colour (M). Numbers stay as they are.</source>
        <translation>색의 뜻: 0 … 1 그대로, 작은 값도 보이게 √어텐션 가중치로(R), 또는 맵마다 가장 큰 값을 가장 진한 색으로(M). 숫자는 그대로입니다.</translation>
    </message>
    <message>
        <source>What has no room in this line</source>
        <translation>이 줄에 다 들어가지 않은 항목</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>단어</translation>
    </message>
    <message>
        <source>a rollout</source>
        <translation>롤아웃</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>plain weights</source>
        <translation>원래 어텐션 가중치</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>스코어</translation>
    </message>
    <message>
        <source>value norms</source>
        <translation>밸류 길이</translation>
    </message>
    <message>
        <source>√ scale</source>
        <translation>√ 눈금</translation>
    </message>
    <message>
        <source>√, per map</source>
        <translation>√, 맵마다</translation>
    </message>
</context>
<context>
    <name>DropHint</name>
    <message>
        <source>Drop to open %1</source>
        <translation>놓으면 %1 열기</translation>
    </message>
    <message>
        <source>Drop to open %1, with %2</source>
        <translation>놓으면 열기: %1, 함께: %2</translation>
    </message>
</context>
<context>
    <name>EarlyGuesses</name>
    <message>
        <source>Ask every layer</source>
        <translation>모든 레이어에 묻기</translation>
    </message>
    <message>
        <source>Not asked yet for this run.</source>
        <translation>이 실행에서는 아직 묻지 않았습니다.</translation>
    </message>
    <message>
        <source>Runs the sentence once more and reads the layers in between.</source>
        <translation>문장을 한 번 더 실행하면서 중간 결과를 읽습니다.</translation>
    </message>
    <message>
        <source>The probability of this run’s next token.</source>
        <translation>이 실행의 다음 토큰의 확률입니다.</translation>
    </message>
    <message>
        <source>The vocabulary head applied to earlier layers: only the last was trained for it. One sentence, n = 1.</source>
        <translation>출력층(Linear)을 앞선 레이어에 적용한 것입니다. 이렇게 쓰이도록 학습된 것은 마지막 레이어뿐입니다. 한 문장, n = 1.</translation>
    </message>
    <message>
        <source>The vocabulary head, made for the last layer, applied to every decoder layer (“logit lens”, nostalgebraist 2020): at which layer does the word come up?</source>
        <translation>마지막 레이어에 맞춘 출력층(Linear)을 디코더의 모든 레이어에 적용합니다: 그 단어는 어느 레이어에서 나타날까요? (“로짓 렌즈”, nostalgebraist 2020)</translation>
    </message>
    <message>
        <source>What would each layer say?</source>
        <translation>레이어마다 무엇을 예측하나요?</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>레이어 %1</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>확률</translation>
    </message>
    <message>
        <source>softmax over the whole vocabulary of %1: head the vocabulary head, h the layer’s output.</source>
        <translation>전체 어휘 사전에 대한 softmax: %1. head는 출력층(Linear), h는 레이어를 지난 벡터입니다.</translation>
    </message>
    <message>
        <source>the likeliest token after each decoder layer</source>
        <translation>디코더 레이어마다 가장 유력한 토큰</translation>
    </message>
    <message>
        <source>would say</source>
        <translation>예측</translation>
    </message>
</context>
<context>
    <name>Effects</name>
    <message>
        <source>%1, position %2</source>
        <translation>%1, 위치 %2</translation>
    </message>
    <message>
        <source>&lt;unk&gt; keeps the sentence’s length; &lt;pad&gt; is hidden by the padding mask, as if nothing stood there. Choosing one measures again.</source>
        <translation>&lt;unk&gt;는 문장의 길이를 유지합니다. &lt;pad&gt;는 패딩 마스크에 가려져, 아무것도 없는 것과 같습니다. 고르면 새로 측정합니다.</translation>
    </message>
    <message>
        <source>As in the sentence, or the largest change of this step first.</source>
        <translation>문장 순서대로, 또는 이 시점의 변화가 큰 순서대로.</translation>
    </message>
    <message>
        <source>Change in log-probability of %1 when a token is replaced by %2, which the padding mask hides; one sentence, n = 1.</source>
        <translation>토큰 대신 패딩 마스크에 가려지는 %2 토큰을 놓았을 때 %1의 로그 확률 변화; 한 문장, n = 1.</translation>
    </message>
    <message>
        <source>Change in log-probability of %1 when a token is replaced by %2; one sentence, n = 1.</source>
        <translation>토큰 대신 %2 토큰을 놓았을 때 %1의 로그 확률 변화; 한 문장, n = 1.</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>Not measured yet: the sentence is run once more for each source token.</source>
        <translation>아직 측정하지 않았습니다: 소스 토큰마다 문장을 한 번씩 더 실행합니다.</translation>
    </message>
    <message>
        <source>Not replaced: it is a special token, or unknown already.</source>
        <translation>바꾸지 않음: 특수 토큰이거나 이미 미등록 토큰입니다.</translation>
    </message>
    <message>
        <source>Replaces each source token in turn, runs again with the translation held fixed, and compares log-probabilities: an effect, where a weight is only a weight.</source>
        <translation>소스 토큰을 하나씩 바꾸고 번역 결과는 고정한 채 다시 실행해 로그 확률을 비교합니다: 어텐션 가중치가 아니라 실제 영향입니다.</translation>
    </message>
    <message>
        <source>Runs the sentence once for each source token; the translation stays as it is.</source>
        <translation>소스 토큰마다 문장을 한 번씩 실행합니다. 번역 결과는 그대로입니다.</translation>
    </message>
    <message>
        <source>The attention weight of this row: %3, 0 … 1. Layer %1, head %2.</source>
        <translation>이 행의 어텐션 가중치: %3, 0 … 1. 레이어 %1, 헤드 %2.</translation>
    </message>
    <message>
        <source>Too few tokens for a correlation (n = %1).</source>
        <translation>상관을 구하기에 토큰이 너무 적습니다 (n = %1).</translation>
    </message>
    <message>
        <source>Weight and size of change in this row: Spearman’s ρ = %1 (n = %2 tokens).</source>
        <translation>이 행의 어텐션 가중치와 변화 크기: 스피어만 ρ = %1 (토큰 n = %2).</translation>
    </message>
    <message>
        <source>Weights stand beside it for cross attention.</source>
        <translation>크로스 어텐션에서는 어텐션 가중치가 나란히 표시됩니다.</translation>
    </message>
    <message>
        <source>What happens without each word?</source>
        <translation>단어 하나씩 없애면?</translation>
    </message>
    <message>
        <source>Without each word?</source>
        <translation>단어 하나씩 없애면?</translation>
    </message>
    <message>
        <source>Without it p(%1) goes from %2 to %3.</source>
        <translation>이것이 없으면 p(%1): %2 → %3.</translation>
    </message>
    <message>
        <source>by position</source>
        <translation>위치순</translation>
    </message>
    <message>
        <source>change, nats</source>
        <translation>변화 (nat)</translation>
    </message>
    <message>
        <source>hidden as &lt;pad&gt;</source>
        <translation>&lt;pad&gt;로 가림</translation>
    </message>
    <message>
        <source>largest first</source>
        <translation>큰 순서</translation>
    </message>
    <message>
        <source>log p(%1 | source with this token replaced by %2) − log p(%1 | source), natural logarithm: −0.69 nats halves the probability. All bars of this run share one scale.</source>
        <translation>log p(%1 | 이 토큰 대신 %2 토큰을 놓은 소스) − log p(%1 | 소스), 자연로그: −0.69 nat이면 확률이 절반이 됩니다. 이 실행의 모든 막대는 같은 눈금입니다.</translation>
    </message>
    <message>
        <source>order of the rows</source>
        <translation>행의 순서</translation>
    </message>
    <message>
        <source>replaced by &lt;unk&gt;</source>
        <translation>&lt;unk&gt;로 바꿈</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>어텐션 가중치</translation>
    </message>
    <message>
        <source>weight %1</source>
        <translation>어텐션 가중치 %1</translation>
    </message>
    <message>
        <source>weight beside effect, by source token</source>
        <translation>소스 토큰별 어텐션 가중치와 영향</translation>
    </message>
    <message>
        <source>weight × ‖value · W_O‖ = %1 (Kobayashi et al. 2020)</source>
        <translation>어텐션 가중치 × ‖밸류 · W_O‖ = %1 (Kobayashi et al. 2020)</translation>
    </message>
    <message>
        <source>what stands in the token’s place</source>
        <translation>토큰 대신 놓이는 것</translation>
    </message>
</context>
<context>
    <name>Elsewhere</name>
    <message>
        <source>BLEU: on the command line only</source>
        <translation>BLEU: 명령줄에서만</translation>
    </message>
    <message>
        <source>Delete a word: see what happens without it</source>
        <translation>단어 빼기: 그 단어가 없으면 어떻게 되는지 보기</translation>
    </message>
    <message>
        <source>Dropout: off while a model translates, unless What if has it on</source>
        <translation>드롭아웃: 번역할 때는 꺼져 있음 (‘실험’에서 켤 수 있음)</translation>
    </message>
    <message>
        <source>Each source word is replaced in turn, and the change is measured. To translate the sentence without it, edit the sentence.</source>
        <translation>소스 단어를 하나씩 바꾸어 달라지는 정도를 잽니다. 그 단어 없이 번역하려면 문장을 고치세요.</translation>
    </message>
    <message>
        <source>Gradients, saliency: not computed; words are left out instead</source>
        <translation>그래디언트, 현저성: 계산하지 않고 단어를 빼서 비교합니다</translation>
    </message>
    <message>
        <source>It acts in training, so no number here depends on it by itself. What if lets it act on this run, with a seed.</source>
        <translation>학습할 때만 작용하므로 여기의 수치는 그 영향을 받지 않습니다. ‘실험’에서 시드를 정해 이 실행에 적용해 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Learning rate, label smoothing and the rest are chosen for a training, in its window or its recipe. About this checkpoint says what is known of this one’s.</source>
        <translation>학습률, 레이블 스무딩 등은 학습을 시작할 때 학습 창이나 레시피에서 정합니다. 이 체크포인트에 대해 알려진 값은 ‘이 체크포인트 정보’에 있습니다.</translation>
    </message>
    <message>
        <source>Nothing is differentiated here. Nearest: how the probability changes when a word is replaced, which is measured and no estimate.</source>
        <translation>여기서는 미분하지 않습니다. 가장 가까운 것: 단어를 바꾸면 확률이 얼마나 달라지는지. 추정이 아니라 실제로 잰 값입니다.</translation>
    </message>
    <message>
        <source>Training settings: in the recipe of a training</source>
        <translation>학습 설정: 학습 레시피에 있음</translation>
    </message>
    <message>
        <source>“headscope evaluate” measures it on many sentences. Nearest here: give the target, and see how probable each of its tokens is.</source>
        <translation>“headscope evaluate”가 여러 문장으로 잽니다. 여기서 가장 가까운 것: 타겟을 주고 토큰마다 확률 보기.</translation>
    </message>
</context>
<context>
    <name>EmbeddingsLayersView</name>
    <message>
        <source>Measure</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>Positions of</source>
        <translation>위치 기준</translation>
    </message>
    <message>
        <source>Runs the sentence once more and applies the vocabulary head after every decoder layer.</source>
        <translation>문장을 한 번 더 실행하면서 디코더 레이어마다 출력층(Linear)을 적용합니다.</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>Target</source>
        <translation>타겟</translation>
    </message>
    <message>
        <source>The encoder reads the source, the decoder the target so far (figure 1).</source>
        <translation>인코더는 소스를, 디코더는 지금까지의 타겟을 읽습니다 (그림 1).</translation>
    </message>
    <message>
        <source>What to show</source>
        <translation>보여 줄 내용</translation>
    </message>
</context>
<context>
    <name>Engine</name>
    <message>
        <source>Asking every decoder layer for the next token</source>
        <translation>디코더의 모든 레이어에 다음 토큰을 묻는 중</translation>
    </message>
    <message>
        <source>Comparing answers</source>
        <translation>답변 비교 중</translation>
    </message>
    <message>
        <source>Inspecting the file</source>
        <translation>파일을 살펴보는 중</translation>
    </message>
    <message>
        <source>Loading the rules for splitting words</source>
        <translation>단어 나누기 규칙을 불러오는 중</translation>
    </message>
    <message>
        <source>Measuring what happens without each word</source>
        <translation>단어 하나씩 없앤 영향을 측정하는 중</translation>
    </message>
    <message>
        <source>Opening the checkpoint</source>
        <translation>체크포인트를 여는 중</translation>
    </message>
    <message>
        <source>Reading the sentence</source>
        <translation>소스 문장을 인코딩하는 중</translation>
    </message>
    <message>
        <source>Reading the text</source>
        <translation>텍스트 읽는 중</translation>
    </message>
    <message>
        <source>Recording the run</source>
        <translation>실행 기록을 만드는 중</translation>
    </message>
    <message>
        <source>Running along the given target</source>
        <translation>주어진 목표를 따라 계산하는 중</translation>
    </message>
    <message>
        <source>Running the decoder over the whole target at once</source>
        <translation>디코더에 타겟 전체를 한 번에 넣는 중</translation>
    </message>
    <message>
        <source>Saving the checkpoint</source>
        <translation>체크포인트를 저장하는 중</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>빔 서치 중</translation>
    </message>
    <message>
        <source>Translating</source>
        <translation>번역하는 중</translation>
    </message>
    <message>
        <source>needs a Mac with Apple silicon</source>
        <translation>Apple 실리콘 Mac이 필요합니다</translation>
    </message>
    <message>
        <source>needs a newer macOS or PyTorch</source>
        <translation>더 새로운 macOS 또는 PyTorch가 필요합니다</translation>
    </message>
    <message>
        <source>no NVIDIA GPU found</source>
        <translation>NVIDIA GPU가 없습니다</translation>
    </message>
    <message>
        <source>this PyTorch was installed without GPU support</source>
        <translation>이 PyTorch는 GPU 지원 없이 설치되었습니다</translation>
    </message>
</context>
<context>
    <name>EngineClient</name>
    <message>
        <source>Shorten it</source>
        <translation>짧게 줄이세요</translation>
    </message>
    <message>
        <source>it could not be started</source>
        <translation>시작할 수 없습니다</translation>
    </message>
    <message>
        <source>it ended unexpectedly</source>
        <translation>예기치 않게 끝났습니다</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>너무 깁니다</translation>
    </message>
    <message>
        <source>text</source>
        <translation>문장</translation>
    </message>
    <message>
        <source>the libraries that it needs cannot be loaded</source>
        <translation>필요한 라이브러리를 불러올 수 없습니다</translation>
    </message>
    <message>
        <source>the temporary folder cannot be used</source>
        <translation>임시 폴더를 쓸 수 없습니다</translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 픽셀</translation>
    </message>
    <message>
        <source>All steps, moving</source>
        <translation>모든 시점 (움직이는 그림)</translation>
    </message>
    <message>
        <source>Asks for a name and a folder, then makes it</source>
        <translation>이름과 폴더를 물은 다음 만듭니다</translation>
    </message>
    <message>
        <source>Everything that was recorded as a table for a spreadsheet or pandas: a row for each number. Headscope does not open it again; the trace it does.</source>
        <translation>기록된 모든 것을 스프레드시트나 pandas용 표로 저장합니다. 숫자 하나에 한 행입니다. Headscope에서 다시 열 수 있는 것은 실행 기록뿐입니다.</translation>
    </message>
    <message>
        <source>Everything that was recorded, for other programs. Headscope does not open it again; the trace it does.</source>
        <translation>기록된 모든 것을 다른 프로그램에서 쓸 수 있게 저장합니다. Headscope에서 다시 열 수 있는 것은 실행 기록뿐입니다.</translation>
    </message>
    <message>
        <source>Everything that was recorded: the weights of all layers and heads, masks and candidates; Headscope opens it again.</source>
        <translation>기록된 모든 것: 모든 레이어와 헤드의 어텐션 가중치, 마스크, 후보 토큰. Headscope에서 다시 열 수 있습니다.</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>내보내기</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>내보내기…</translation>
    </message>
    <message>
        <source>Handout</source>
        <translation>유인물</translation>
    </message>
    <message>
        <source>Interactive page</source>
        <translation>인터랙티브 페이지</translation>
    </message>
    <message>
        <source>One file that any browser opens without a network: students go through steps, layers and heads themselves.</source>
        <translation>인터넷 연결 없이 어느 브라우저에서나 열리는 파일 하나: 학생이 시점, 레이어, 헤드를 직접 넘깁니다.</translation>
    </message>
    <message>
        <source>The numbers shown</source>
        <translation>보이는 숫자</translation>
    </message>
    <message>
        <source>The training, moving</source>
        <translation>학습 과정 (움직이는 그림)</translation>
    </message>
    <message>
        <source>The view as the translation grows: one frame for each step, in a loop.</source>
        <translation>번역이 한 토큰씩 늘어나는 동안의 보기: 시점마다 한 장면이며 되풀이됩니다.</translation>
    </message>
    <message>
        <source>The view by one snapshot of the training after another, each with its epoch. All rows stay where they are if every snapshot is given the same target.</source>
        <translation>학습의 스냅숏마다 한 장면씩, 에포크와 함께 보여 줍니다. 모든 스냅숏에 같은 목표 문장을 주면 행의 자리가 그대로입니다.</translation>
    </message>
    <message>
        <source>The view on screen as a figure for a slide or a paper: the same drawing, at any size.</source>
        <translation>화면의 보기를 슬라이드나 논문에 넣을 그림으로: 같은 그림을 어떤 크기로든 그립니다.</translation>
    </message>
    <message>
        <source>The whole decoding on paper: sentence and tokens, the masks, and a page for each step.</source>
        <translation>디코딩 전체를 종이에: 문장과 토큰, 마스크, 그리고 시점마다 한 쪽.</translation>
    </message>
    <message>
        <source>The whole run</source>
        <translation>실행 기록 전체</translation>
    </message>
    <message>
        <source>This picture</source>
        <translation>이 그림</translation>
    </message>
    <message>
        <source>What the view shows, as a table for a spreadsheet or pandas: every cell with its tokens and its exact number.</source>
        <translation>보기에 나타난 숫자를 스프레드시트나 pandas용 표로 저장합니다. 모든 칸이 토큰과 정확한 숫자와 함께 들어갑니다.</translation>
    </message>
    <message>
        <source>What the view shows, as arrays for NumPy: the exact numbers, with their tokens.</source>
        <translation>보기에 나타난 숫자를 NumPy 배열로 저장합니다. 정확한 숫자와 토큰이 들어갑니다.</translation>
    </message>
    <message>
        <source>What the view shows, for a spreadsheet: the map of one head as a matrix with its tokens; of several, a row for each number.</source>
        <translation>보기에 나타난 숫자를 스프레드시트용으로 저장합니다. 헤드 하나의 맵은 토큰이 붙은 행렬로, 여러 헤드는 숫자 하나에 한 행으로 저장합니다.</translation>
    </message>
    <message>
        <source>What the view shows, for other programs: every cell with its tokens and its exact number.</source>
        <translation>보기에 나타난 숫자를 다른 프로그램에서 쓸 수 있게 저장합니다. 모든 칸이 토큰과 정확한 숫자와 함께 들어갑니다.</translation>
    </message>
    <message>
        <source>What to export</source>
        <translation>내보낼 것</translation>
    </message>
    <message>
        <source>Which part of the run the file will hold</source>
        <translation>화면의 실행 기록에서 파일에 담을 부분</translation>
    </message>
    <message>
        <source>Which source word each target word belongs to, by the cross-attention head on screen, else by the best one: a line of JSON with links and weights.</source>
        <translation>타겟 단어마다 어느 소스 단어에 해당하는지 저장합니다. 화면의 크로스 어텐션 헤드를, 아니면 단어 정렬이 가장 좋은 헤드를 씁니다. 연결과 어텐션 가중치가 든 JSON 한 줄입니다.</translation>
    </message>
    <message>
        <source>shown here in the window’s language</source>
        <translation>여기서는 창의 언어로 보여 줍니다</translation>
    </message>
</context>
<context>
    <name>ExportForm</name>
    <message>
        <source>A frame around the current step and the selected map. Without it all rows look alike, and Links colours every line.</source>
        <translation>현재 시점과 선택한 맵에 테두리를 그립니다. 끄면 모든 행이 똑같이 보이고 연결선이 모두 색으로 그려집니다.</translation>
    </message>
    <message>
        <source>A4 and Letter are made for printing, 16:9 for a projector.</source>
        <translation>A4와 Letter는 인쇄용이고, 16:9는 프로젝터용입니다.</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>설명</translation>
    </message>
    <message>
        <source>Colour bar</source>
        <translation>색 막대</translation>
    </message>
    <message>
        <source>Colours</source>
        <translation>색</translation>
    </message>
    <message>
        <source>Column of a paper</source>
        <translation>논문의 한 단</translation>
    </message>
    <message>
        <source>Current step</source>
        <translation>현재 시점 표시</translation>
    </message>
    <message>
        <source>Disclaimer</source>
        <translation>해석 안내 문구</translation>
    </message>
    <message>
        <source>Dots per inch: twice as many make four times the pixels; print needs 300 or more.</source>
        <translation>인치당 점의 수: 두 배가 되면 픽셀은 네 배가 됩니다. 인쇄에는 300 이상이 필요합니다.</translation>
    </message>
    <message>
        <source>File</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>Include</source>
        <translation>포함할 것</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>언어</translation>
    </message>
    <message>
        <source>Letters</source>
        <translation>글자</translation>
    </message>
    <message>
        <source>Light is made for paper: white is weight 0. Dark goes with a dark slide.</source>
        <translation>밝은 색은 종이에 맞습니다: 흰색이 어텐션 가중치 0입니다. 어두운 색은 어두운 슬라이드에 어울립니다.</translation>
    </message>
    <message>
        <source>PNG is made of pixels; SVG and PDF are lines and letters, sharp at every size.</source>
        <translation>PNG는 픽셀로 되어 있고, SVG와 PDF는 선과 글자로 되어 있어 어떤 크기에서도 선명합니다.</translation>
    </message>
    <message>
        <source>Page of a paper</source>
        <translation>논문의 한 쪽</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>종이</translation>
    </message>
    <message>
        <source>Resolution</source>
        <translation>해상도</translation>
    </message>
    <message>
        <source>Screen</source>
        <translation>화면</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>Slide, 16:9</source>
        <translation>슬라이드, 16:9</translation>
    </message>
    <message>
        <source>Text can be searched and edited, and its font travels along; outlines look the same even where a program ignores that font.</source>
        <translation>글자로 두면 찾고 고칠 수 있고 글꼴도 함께 들어갑니다. 윤곽선은 그 글꼴을 쓰지 못하는 프로그램에서도 똑같이 보입니다.</translation>
    </message>
    <message>
        <source>The heading: which attention, layer, head and step this is.</source>
        <translation>어떤 어텐션, 레이어, 헤드, 시점인지 말하는 제목입니다.</translation>
    </message>
    <message>
        <source>The language of title, legend and caption; tokens stay as they are.</source>
        <translation>제목, 범례, 설명의 언어입니다. 토큰은 그대로 둡니다.</translation>
    </message>
    <message>
        <source>The line that says that attention weights are no measure of influence.</source>
        <translation>어텐션 가중치가 영향의 크기는 아니라고 말하는 줄입니다.</translation>
    </message>
    <message>
        <source>The size on paper, and of the letters with it: 18 points on a slide, 9 in print.</source>
        <translation>종이 위의 크기와 그에 맞는 글자 크기: 슬라이드는 18포인트, 인쇄물은 9포인트.</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>제목</translation>
    </message>
    <message>
        <source>What colours and patterns mean; without it nobody can read a weight from a cell.</source>
        <translation>색과 무늬의 뜻입니다. 이것이 없으면 칸에서 어텐션 가중치를 읽을 수 없습니다.</translation>
    </message>
    <message>
        <source>Where the numbers come from: checkpoint and hash, layer, head, step, scale.</source>
        <translation>숫자의 출처입니다: 체크포인트와 해시, 레이어, 헤드, 시점, 눈금.</translation>
    </message>
    <message>
        <source>Whose weights each page shows: of the head that aligns words best, or of the head on screen.</source>
        <translation>각 쪽에 어느 헤드의 어텐션 가중치를 넣을지: 단어 정렬이 가장 좋은 헤드 또는 화면의 헤드.</translation>
    </message>
    <message>
        <source>as in the window</source>
        <translation>창과 같게</translation>
    </message>
    <message>
        <source>as outlines</source>
        <translation>윤곽선으로</translation>
    </message>
    <message>
        <source>as text</source>
        <translation>글자로</translation>
    </message>
    <message>
        <source>as the size requires</source>
        <translation>크기에 맞게</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>어둡게</translation>
    </message>
    <message>
        <source>light</source>
        <translation>밝게</translation>
    </message>
    <message>
        <source>the one on screen</source>
        <translation>화면에 있는 헤드</translation>
    </message>
    <message>
        <source>the one that aligns best</source>
        <translation>단어 정렬이 가장 좋은 헤드</translation>
    </message>
</context>
<context>
    <name>ExportKinds</name>
    <message>
        <source>Pages to print or project (PDF)</source>
        <translation>인쇄·발표용 PDF</translation>
    </message>
</context>
<context>
    <name>ExportPreview</name>
    <message>
        <source>Small picture of the file</source>
        <translation>파일의 작은 그림</translation>
    </message>
    <message>
        <source>too large for a small picture</source>
        <translation>작은 그림으로 그리기에는 너무 큽니다</translation>
    </message>
</context>
<context>
    <name>Exporting</name>
    <message>
        <source>Try once more, or choose another folder</source>
        <translation>다시 시도하거나 다른 폴더를 고르세요</translation>
    </message>
    <message>
        <source>the program that makes it could not be started</source>
        <translation>만드는 프로그램을 시작하지 못했습니다</translation>
    </message>
    <message>
        <source>the program that makes it stopped unexpectedly</source>
        <translation>만드는 프로그램이 갑자기 멈췄습니다</translation>
    </message>
</context>
<context>
    <name>Exports</name>
    <message>
        <source>Animation (GIF)</source>
        <translation>애니메이션 (GIF)</translation>
    </message>
    <message>
        <source>Animation, exact (APNG)</source>
        <translation>애니메이션, 색까지 정확 (APNG)</translation>
    </message>
    <message>
        <source>Arrays for NumPy (NPZ)</source>
        <translation>NumPy 배열 (NPZ)</translation>
    </message>
    <message>
        <source>Interactive page (HTML)</source>
        <translation>인터랙티브 페이지 (HTML)</translation>
    </message>
    <message>
        <source>Numbers for programs (JSON)</source>
        <translation>프로그램용 숫자 (JSON)</translation>
    </message>
    <message>
        <source>Picture (PNG)</source>
        <translation>그림 (PNG)</translation>
    </message>
    <message>
        <source>Table, a row per number (CSV)</source>
        <translation>표, 숫자마다 한 행 (CSV)</translation>
    </message>
    <message>
        <source>Table, one head as a matrix (TSV)</source>
        <translation>표, 헤드 하나는 행렬로 (TSV)</translation>
    </message>
    <message>
        <source>Table, separated by tabs (TSV)</source>
        <translation>탭으로 구분한 표 (TSV)</translation>
    </message>
    <message>
        <source>Trace (NPZ)</source>
        <translation>실행 기록 (NPZ)</translation>
    </message>
    <message>
        <source>Vector picture (SVG)</source>
        <translation>벡터 그림 (SVG)</translation>
    </message>
    <message>
        <source>Vector picture for print (PDF)</source>
        <translation>인쇄용 벡터 그림 (PDF)</translation>
    </message>
    <message>
        <source>Word alignment (JSON, Pharaoh links)</source>
        <translation>단어 정렬 (JSON, Pharaoh 링크)</translation>
    </message>
    <message>
        <source>running snapshot {0} / {1}</source>
        <translation>스냅숏 {0} / {1} 실행 중</translation>
    </message>
    <message>
        <source>snapshot {0} / {1}</source>
        <translation>스냅숏 {0} / {1}</translation>
    </message>
    <message>
        <source>{0} snapshots of a training, in turn. The last one:</source>
        <translation>학습 스냅숏 {0}개를 차례로 보여 줍니다. 마지막 스냅숏:</translation>
    </message>
    <message>
        <source>{0} steps, one after another. The last one:</source>
        <translation>시점 {0}개를 차례로 보여 줍니다. 마지막 시점:</translation>
    </message>
</context>
<context>
    <name>Facts</name>
    <message>
        <source>%1, not certain</source>
        <translation>%1, 확실하지 않음</translation>
    </message>
    <message>
        <source>; else %1</source>
        <translation>; 다른 가능성: %1</translation>
    </message>
    <message>
        <source>certain: the file says everything that the network needs</source>
        <translation>확실함: 모델에 필요한 모든 값이 파일에 있습니다</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>인코더 출력</translation>
    </message>
    <message>
        <source>no</source>
        <translation>아니요</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>패딩 토큰</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>예</translation>
    </message>
</context>
<context>
    <name>FactsSheet</name>
    <message>
        <source>About %1</source>
        <translation>%1 정보</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
</context>
<context>
    <name>Fault</name>
    <message>
        <source>Copy details</source>
        <translation>세부 내용 복사</translation>
    </message>
    <message>
        <source>Copy for my teacher</source>
        <translation>선생님께 보낼 내용 복사</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>세부 내용</translation>
    </message>
    <message>
        <source>Headscope %1 came to something that nobody foresaw.</source>
        <translation>Headscope %1에서 예기치 못한 일이 일어났습니다.</translation>
    </message>
    <message>
        <source>It happened %1 (%2).</source>
        <translation>일어난 곳: %1(%2).</translation>
    </message>
    <message>
        <source>Model: %1.</source>
        <translation>모델: %1.</translation>
    </message>
    <message>
        <source>Nothing is lost: the run on screen, notes and sessions are as they were, and the window goes on working.</source>
        <translation>잃은 것은 없습니다. 화면의 실행, 메모, 세션은 그대로이고 창도 계속 작동합니다.</translation>
    </message>
    <message>
        <source>Number: %1</source>
        <translation>번호: %1</translation>
    </message>
    <message>
        <source>On screen: view %1, %2, layer %3, head %4, step %5.</source>
        <translation>화면: 보기 %1, %2, 레이어 %3, 헤드 %4, 시점 %5.</translation>
    </message>
    <message>
        <source>Open log</source>
        <translation>로그 열기</translation>
    </message>
    <message>
        <source>Recorded runs go on without it; “Start the engine” in the window begins once more. If it ends again, send the number and the details to whoever can mend it; the same fault has the same number on every computer.</source>
        <translation>기록된 실행은 엔진 없이도 볼 수 있고, 창의 “엔진 시작”을 누르면 다시 시작합니다. 또 끝나면 번호와 세부 내용을 고칠 수 있는 사람에게 보내세요. 같은 오류는 어느 컴퓨터에서나 번호가 같습니다.</translation>
    </message>
    <message>
        <source>Sentence: %1</source>
        <translation>문장: %1</translation>
    </message>
    <message>
        <source>Something that nobody foresaw happened %1.</source>
        <translation>예기치 못한 일이 일어났습니다(%1).</translation>
    </message>
    <message>
        <source>Something went wrong</source>
        <translation>문제가 생겼습니다</translation>
    </message>
    <message>
        <source>System: %1.</source>
        <translation>시스템: %1.</translation>
    </message>
    <message>
        <source>Try it once more, or another way. If it happens again, send the number and the details to whoever can mend it; the same fault has the same number on every computer.</source>
        <translation>다시 하거나 다른 방법으로 해 보세요. 또 일어나면 번호와 세부 내용을 고칠 수 있는 사람에게 보내세요. 같은 오류는 어느 컴퓨터에서나 번호가 같습니다.</translation>
    </message>
    <message>
        <source>With the error’s own words, my sentence and my folders</source>
        <translation>오류의 원래 문구와 내 문장, 폴더 이름도 넣기</translation>
    </message>
    <message>
        <source>Without them neither the details nor the log name a sentence or a person</source>
        <translation>넣지 않으면 세부 내용과 로그에 문장이나 사람 이름이 나오지 않습니다</translation>
    </message>
    <message>
        <source>in the engine, which ended</source>
        <translation>엔진이 끝남</translation>
    </message>
    <message>
        <source>in the engine, while it computed</source>
        <translation>엔진이 계산하는 중</translation>
    </message>
    <message>
        <source>in the window</source>
        <translation>창</translation>
    </message>
    <message>
        <source>while a file was made</source>
        <translation>파일을 만드는 중</translation>
    </message>
    <message>
        <source>while a file was read or written</source>
        <translation>파일을 읽거나 쓰는 중</translation>
    </message>
</context>
<context>
    <name>FeedForward</name>
    <message>
        <source>%1, layer %2, at %3: %4 of %5 units are above 0. The same matrices work at every position, each for itself.</source>
        <translation>%1, 레이어 %2, 위치 %3: 유닛 %5개 중 %4개가 0보다 큽니다. 같은 행렬이 모든 위치에 따로따로 적용됩니다.</translation>
    </message>
    <message>
        <source>Activations: the units</source>
        <translation>활성값: 유닛</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>디코더</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>인코더</translation>
    </message>
    <message>
        <source>The matrices of the open checkpoint do not give this run’s vectors.</source>
        <translation>열려 있는 체크포인트의 행렬로는 이 실행의 벡터가 나오지 않습니다.</translation>
    </message>
    <message>
        <source>The strongest, before → after the activation:</source>
        <translation>가장 센 유닛, 활성화 함수 이전 → 이후:</translation>
    </message>
    <message>
        <source>This run does not say what its feed-forward reads and computes.</source>
        <translation>이 실행에는 피드 포워드 신경망이 무엇을 받아 무엇을 계산하는지 적혀 있지 않습니다.</translation>
    </message>
    <message>
        <source>What it adds</source>
        <translation>더하는 것</translation>
    </message>
    <message>
        <source>What it reads, and widens</source>
        <translation>받는 것과 넓힌 것</translation>
    </message>
    <message>
        <source>every unit after the activation</source>
        <translation>활성화 함수 이후의 모든 유닛</translation>
    </message>
    <message>
        <source>f(x), which is added to the residual stream</source>
        <translation>잔차 스트림에 더하는 f(x)</translation>
    </message>
    <message>
        <source>length of x: %1; of what is added: %2</source>
        <translation>x의 길이: %1, 더하는 것의 길이: %2</translation>
    </message>
    <message>
        <source>unit %1</source>
        <translation>유닛 %1</translation>
    </message>
    <message>
        <source>x: input of the feed-forward</source>
        <translation>x: 피드 포워드 신경망에 들어온 것</translation>
    </message>
</context>
<context>
    <name>Figure</name>
    <message>
        <source>Attention rollout on one sentence, from weights alone; not a measure of how much each word influenced the output.</source>
        <translation>한 문장의 어텐션 롤아웃으로, 어텐션 가중치만으로 계산했습니다. 각 단어가 출력에 미친 영향의 크기는 아닙니다.</translation>
    </message>
    <message>
        <source>Attention scores before mask and softmax on one sentence; not a measure of how much each word influenced the output.</source>
        <translation>한 문장의 마스크와 softmax 이전 어텐션 스코어입니다. 각 단어가 출력에 미친 영향의 크기는 아닙니다.</translation>
    </message>
    <message>
        <source>Attention weights after a change minus those before it, on one sentence; more and less weight have a colour each, what is equal has that of the paper.</source>
        <translation>한 문장에서 변경 후 어텐션 가중치에서 변경 전을 뺀 값. 늘고 준 것은 각각 한 색, 같은 것은 종이 색입니다.</translation>
    </message>
    <message>
        <source>Attention weights of one head in two runs, and the second’s minus the first’s; not a measure of how much each word influenced the output.</source>
        <translation>두 실행에서 한 헤드의 어텐션 가중치와 그 차이(둘째 − 첫째)입니다. 각 단어가 출력에 미친 영향의 크기는 아닙니다.</translation>
    </message>
    <message>
        <source>Attention weights of one head on one sentence; not a measure of how much each word influenced the output.</source>
        <translation>한 문장, 한 헤드의 어텐션 가중치입니다. 각 단어가 출력에 미친 영향의 크기는 아닙니다.</translation>
    </message>
    <message>
        <source>Attention weights on one sentence; not a measure of how much each word influenced the output.</source>
        <translation>한 문장의 어텐션 가중치입니다. 각 단어가 출력에 미친 영향의 크기는 아닙니다.</translation>
    </message>
    <message>
        <source>Attention weights times the length of what they weigh, on one sentence; not a measure of how much each word influenced the output.</source>
        <translation>한 문장에서 어텐션 가중치에 그 대상 벡터의 길이를 곱한 값입니다. 각 단어가 출력에 미친 영향의 크기는 아닙니다.</translation>
    </message>
    <message>
        <source>Checkpoint {0}</source>
        <translation>체크포인트 {0}</translation>
    </message>
    <message>
        <source>Mean of attention weights on one sentence; not a measure of how much each word influenced the output.</source>
        <translation>한 문장의 어텐션 가중치 평균입니다. 각 단어가 출력에 미친 영향의 크기는 아닙니다.</translation>
    </message>
    <message>
        <source>Vectors inside the network on one sentence; not a measure of how much each word influenced the output.</source>
        <translation>한 문장에서 모델 안의 벡터입니다. 각 단어가 출력에 미친 영향의 크기는 아닙니다.</translation>
    </message>
    <message>
        <source>columns have no names at this size</source>
        <translation>이 크기에서는 열 이름 없음</translation>
    </message>
    <message>
        <source>compared with “{0}”, checkpoint {1}</source>
        <translation>비교 대상 “{0}”, 체크포인트 {1}</translation>
    </message>
    <message>
        <source>cross attention</source>
        <translation>크로스 어텐션</translation>
    </message>
    <message>
        <source>decoder self-attention</source>
        <translation>디코더 셀프 어텐션</translation>
    </message>
    <message>
        <source>encoder self-attention</source>
        <translation>인코더 셀프 어텐션</translation>
    </message>
    <message>
        <source>framed map: {0}</source>
        <translation>테두리를 두른 맵: {0}</translation>
    </message>
    <message>
        <source>head {0}</source>
        <translation>헤드 {0}</translation>
    </message>
    <message>
        <source>layer {0}</source>
        <translation>레이어 {0}</translation>
    </message>
    <message>
        <source>linear scale</source>
        <translation>선형 눈금</translation>
    </message>
    <message>
        <source>one column in {number} is named</source>
        <translation>열 {number}개마다 하나씩 이름 표시</translation>
    </message>
    <message>
        <source>one row in {number} is named</source>
        <translation>행 {number}개마다 하나씩 이름 표시</translation>
    </message>
    <message>
        <source>rows have no names at this size</source>
        <translation>이 크기에서는 행 이름 없음</translation>
    </message>
    <message>
        <source>some columns are named</source>
        <translation>열 일부만 이름 표시</translation>
    </message>
    <message>
        <source>some rows are named</source>
        <translation>행 일부만 이름 표시</translation>
    </message>
    <message>
        <source>step {0} / {1}</source>
        <translation>시점 {0} / {1}</translation>
    </message>
    <message>
        <source>tokens have no names at this size</source>
        <translation>이 크기에서는 토큰 이름을 표시하지 않음</translation>
    </message>
    <message>
        <source>{0}, recorded from your own code</source>
        <translation>{0}, 내 코드에서 기록</translation>
    </message>
    <message>
        <source>√ scale</source>
        <translation>√ 눈금</translation>
    </message>
</context>
<context>
    <name>FileDialog</name>
    <message>
        <source>Files of type:</source>
        <translation>파일 형식:</translation>
    </message>
    <message>
        <source>Look in:</source>
        <translation>찾는 위치:</translation>
    </message>
</context>
<context>
    <name>FileHeads</name>
    <message>
        <source>%1 sentences of %2</source>
        <translation>%2의 문장 %1개</translation>
    </message>
    <message>
        <source>Heads measured over %1 sentences of %2</source>
        <translation>%2의 문장 %1개에서 헤드를 쟀습니다</translation>
    </message>
    <message>
        <source>Open that one to see it</source>
        <translation>보려면 그 체크포인트를 여세요</translation>
    </message>
    <message>
        <source>it is of another checkpoint, %1</source>
        <translation>다른 체크포인트 %1의 표입니다</translation>
    </message>
</context>
<context>
    <name>FindingsSheet</name>
    <message>
        <source>%1 faults.</source>
        <translation>오류 %1개.</translation>
    </message>
    <message>
        <source>1 fault.</source>
        <translation>오류 1개.</translation>
    </message>
    <message>
        <source>Click a finding to see a cell that shows it.</source>
        <translation>항목을 클릭하면 해당 칸이 표시됩니다.</translation>
    </message>
    <message>
        <source>Diagnosis of the masks</source>
        <translation>마스크 진단</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>Line of code to look at: %1</source>
        <translation>살펴볼 코드 줄: %1</translation>
    </message>
    <message>
        <source>No fault in what could be judged. Not everything could:</source>
        <translation>판단할 수 있는 범위에서는 오류가 없습니다. 판단하지 못한 것도 있습니다.</translation>
    </message>
    <message>
        <source>No fault: the masks are as the architecture defines them.</source>
        <translation>오류 없음: 마스크가 아키텍처의 정의와 같습니다.</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>참고</translation>
    </message>
    <message>
        <source>These masks are computed by Headscope: a checkpoint holds no mask code. To examine your own, run your model with headscope_recorder.py and open the file that it writes.</source>
        <translation>이 마스크는 Headscope가 계산한 것입니다. 체크포인트에는 마스크 코드가 들어 있지 않습니다. 내 코드의 마스크를 검사하려면 headscope_recorder.py로 모델을 실행하고 저장된 파일을 여세요.</translation>
    </message>
    <message>
        <source>heads</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>레이어 %1</translation>
    </message>
    <message>
        <source>layers %1</source>
        <translation>레이어 %1</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>쿼리</translation>
    </message>
    <message>
        <source>sentences</source>
        <translation>문장</translation>
    </message>
</context>
<context>
    <name>FirstInput</name>
    <message>
        <source>%1, token %2 of the vocabulary: nothing has been written when the first step begins, so every run starts with this token.</source>
        <translation>%1, 어휘 사전의 토큰 %2: 첫 시점에는 아직 생성된 것이 없으므로 모든 실행이 이 토큰으로 시작합니다.</translation>
    </message>
    <message>
        <source>Each step reads the token that the step before produced:</source>
        <translation>각 시점은 바로 앞 시점이 생성한 토큰을 읽습니다:</translation>
    </message>
    <message>
        <source>In training the same holds of the right translation: its tokens, shifted right by one, are read all at once, and the look-ahead mask hides from each row what it is to predict.</source>
        <translation>학습할 때는 정답 번역으로 같은 일을 합니다. 한 칸 오른쪽으로 민 토큰을 한꺼번에 읽고, 룩어헤드 마스크가 각 행이 예측할 것을 가립니다.</translation>
    </message>
    <message>
        <source>Its vector</source>
        <translation>그 벡터</translation>
    </message>
    <message>
        <source>Shifted right by one</source>
        <translation>오른쪽으로 한 칸 밀기</translation>
    </message>
    <message>
        <source>The target was given, and is read one place later than it is predicted:</source>
        <translation>타겟이 주어졌으며, 예측하는 자리보다 한 칸 뒤에서 읽습니다:</translation>
    </message>
    <message>
        <source>This run was recorded without its vectors. Translate the sentence again to see them.</source>
        <translation>벡터 없이 기록한 실행입니다. 문장을 다시 번역하면 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>input of the first layer</source>
        <translation>첫 레이어에 들어가는 것</translation>
    </message>
    <message>
        <source>position 0</source>
        <translation>위치 0</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>시점 %1</translation>
    </message>
    <message>
        <source>their sum</source>
        <translation>둘의 합</translation>
    </message>
    <message>
        <source>token</source>
        <translation>토큰</translation>
    </message>
</context>
<context>
    <name>FittedTabBar</name>
    <message>
        <source>1 head</source>
        <translation>한 헤드</translation>
    </message>
    <message>
        <source>1 layer</source>
        <translation>한 레이어</translation>
    </message>
    <message>
        <source>All</source>
        <translation>전체</translation>
    </message>
    <message>
        <source>Beam</source>
        <translation>빔</translation>
    </message>
    <message>
        <source>Emb.</source>
        <translation>임베딩</translation>
    </message>
    <message>
        <source>Embed.</source>
        <translation>임베딩</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>임베딩</translation>
    </message>
    <message>
        <source>Forc.</source>
        <translation>티처</translation>
    </message>
    <message>
        <source>Forcing</source>
        <translation>티처 포싱</translation>
    </message>
    <message>
        <source>Lens</source>
        <translation>레이어 예측</translation>
    </message>
    <message>
        <source>Residual</source>
        <translation>잔차</translation>
    </message>
</context>
<context>
    <name>Growing</name>
    <message>
        <source>Stopped after %1 steps, which stay; undo brings back the run before</source>
        <translation>시점 %1개에서 멈췄고 계산한 것은 남습니다. 되돌리기를 하면 앞의 실행이 돌아옵니다</translation>
    </message>
</context>
<context>
    <name>Handout</name>
    <message>
        <source>Assumed, as the checkpoint does not say it</source>
        <translation>체크포인트에 없어 가정한 것</translation>
    </message>
    <message>
        <source>Attention is not explanation: a row gives weight to a column. How much a word mattered for the output is another question, which weights do not answer.</source>
        <translation>어텐션은 설명이 아닙니다. 행은 열에 가중치를 줍니다. 한 단어가 번역 결과에 얼마나 중요했는지는 다른 질문이며, 어텐션 가중치로는 답할 수 없습니다.</translation>
    </message>
    <message>
        <source>Beside it stand the same place in the other kinds, and the other heads of its layer.</source>
        <translation>옆에는 다른 어텐션 종류의 같은 자리와 같은 레이어의 다른 헤드가 있습니다.</translation>
    </message>
    <message>
        <source>Candidates for the next token</source>
        <translation>다음 토큰의 후보</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>체크포인트</translation>
    </message>
    <message>
        <source>Decoding</source>
        <translation>디코딩</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>장치</translation>
    </message>
    <message>
        <source>Drawn by</source>
        <translation>그린 프로그램</translation>
    </message>
    <message>
        <source>Family</source>
        <translation>계열</translation>
    </message>
    <message>
        <source>From layer 2 on, a column is a position already mixed with others, not the bare token.</source>
        <translation>레이어 2부터 열 하나는 이미 다른 위치들과 섞인 위치이며, 토큰 그 자체가 아닙니다.</translation>
    </message>
    <message>
        <source>Handout</source>
        <translation>유인물</translation>
    </message>
    <message>
        <source>Ids for unknown words</source>
        <translation>미등록 토큰의 번호(ID)</translation>
    </message>
    <message>
        <source>LayerNorm with the unbiased standard deviation</source>
        <translation>불편 표준편차를 쓰는 층 정규화</translation>
    </message>
    <message>
        <source>Libraries</source>
        <translation>라이브러리</translation>
    </message>
    <message>
        <source>Maps</source>
        <translation>어텐션 맵</translation>
    </message>
    <message>
        <source>Maps are of this sentence, n = 1. Heads were measured over {sentences}.</source>
        <translation>어텐션 맵은 이 문장의 것입니다(n = 1). 헤드는 {sentences}에서 측정했습니다.</translation>
    </message>
    <message>
        <source>Mask</source>
        <translation>마스크</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>마스크</translation>
    </message>
    <message>
        <source>Masks: {origin}.</source>
        <translation>마스크: {origin}.</translation>
    </message>
    <message>
        <source>Network, as read or assumed</source>
        <translation>모델 (파일에서 읽었거나 가정한 값)</translation>
    </message>
    <message>
        <source>Of {count} heads of cross attention, {place} aligns best: over {sentences} held-out sentences its largest weight falls on the linked word most often ({value:.2f}).</source>
        <translation>크로스 어텐션 헤드 {count}개 중 단어 정렬이 가장 좋은 것: {place}. 학습에 쓰지 않은 문장 {sentences}개에서 가장 큰 어텐션 가중치가 연결된 단어에 가장 자주 놓입니다({value:.2f}).</translation>
    </message>
    <message>
        <source>Of {count} heads of cross attention, {place} aligns best: over {sentences} its alignment error rate is the lowest ({value:.2f}; by the links of {base}).</source>
        <translation>크로스 어텐션 헤드 {count}개 중 단어 정렬이 가장 좋은 것: {place}. {sentences}에서 단어 정렬 오류율(AER)이 가장 낮습니다({value:.2f}; 단어 정렬이 있는 문장 {base}개).</translation>
    </message>
    <message>
        <source>Of {count} heads of cross attention, {place} is the sharpest, by two-way focus ({value:.2f}; mean over {sentences}).</source>
        <translation>크로스 어텐션 헤드 {count}개 중 가장 뚜렷한 것: {place} (양방향 집중도 {value:.2f}, {sentences}의 평균).</translation>
    </message>
    <message>
        <source>Of {count} heads of cross attention, {place} is the sharpest, by two-way focus ({value:.2f}; on this sentence, n = 1).</source>
        <translation>크로스 어텐션 헤드 {count}개 중 가장 뚜렷한 것: {place} (양방향 집중도 {value:.2f}, 이 문장에서, n = 1).</translation>
    </message>
    <message>
        <source>Recorded from your own code</source>
        <translation>내 코드에서 기록함</translation>
    </message>
    <message>
        <source>Rows without any visible key</source>
        <translation>볼 수 있는 키가 없는 행</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>실행</translation>
    </message>
    <message>
        <source>Run by</source>
        <translation>실행한 프로그램</translation>
    </message>
    <message>
        <source>Sentence and tokens</source>
        <translation>문장과 토큰</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>Source tokens</source>
        <translation>소스 토큰</translation>
    </message>
    <message>
        <source>Special ids</source>
        <translation>특수 토큰의 번호(ID)</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>Stopped by</source>
        <translation>멈춘 이유</translation>
    </message>
    <message>
        <source>The checkpoint does not say everything, and some of it nobody has confirmed ({answers}): with other answers the pictures are others.</source>
        <translation>체크포인트에 모든 것이 들어 있지는 않으며 일부는 아직 확인되지 않았습니다({answers}). 답이 다르면 그림도 달라집니다.</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>실험 (조건 바꾸기)</translation>
    </message>
    <message>
        <source>What is said of a head holds on this sentence, n = 1.</source>
        <translation>헤드에 대한 말은 이 문장에서만 성립합니다 (n = 1).</translation>
    </message>
    <message>
        <source>What the numbers are, and what they are not</source>
        <translation>이 숫자가 뜻하는 것과 뜻하지 않는 것</translation>
    </message>
    <message>
        <source>activation of the feed-forward</source>
        <translation>피드 포워드 신경망의 활성화 함수</translation>
    </message>
    <message>
        <source>after each sub-layer (post-norm)</source>
        <translation>각 서브 레이어 뒤(post-norm)</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>나머지 모두</translation>
    </message>
    <message>
        <source>before each sub-layer (pre-norm)</source>
        <translation>각 서브 레이어 앞(pre-norm)</translation>
    </message>
    <message>
        <source>bias in the feed-forward</source>
        <translation>피드 포워드 신경망의 편향</translation>
    </message>
    <message>
        <source>by beam search</source>
        <translation>빔 서치</translation>
    </message>
    <message>
        <source>drawn</source>
        <translation>샘플링으로 뽑음</translation>
    </message>
    <message>
        <source>fixed, from the file</source>
        <translation>파일에 저장된 고정값</translation>
    </message>
    <message>
        <source>forced tokens (ids)</source>
        <translation>강제 지정한 토큰(번호)</translation>
    </message>
    <message>
        <source>gated feed-forward</source>
        <translation>게이트가 있는 피드 포워드 신경망</translation>
    </message>
    <message>
        <source>given (teacher forcing)</source>
        <translation>주어진 토큰(teacher forcing)</translation>
    </message>
    <message>
        <source>greedy: the most probable one</source>
        <translation>가장 확률이 높은 토큰(greedy)</translation>
    </message>
    <message>
        <source>id</source>
        <translation>번호(ID)</translation>
    </message>
    <message>
        <source>input</source>
        <translation>디코더 입력</translation>
    </message>
    <message>
        <source>label (given)</source>
        <translation>정답 토큰</translation>
    </message>
    <message>
        <source>label smoothing in training</source>
        <translation>학습의 레이블 스무딩</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>학습됨</translation>
    </message>
    <message>
        <source>leaves some weight on blocked cells</source>
        <translation>가려진 칸에도 어텐션 가중치가 조금 남음</translation>
    </message>
    <message>
        <source>limit of {count} tokens</source>
        <translation>토큰 {count}개 제한</translation>
    </message>
    <message>
        <source>logits times 1/√d_model</source>
        <translation>로짓 × 1/√d_model</translation>
    </message>
    <message>
        <source>most tokens</source>
        <translation>최대 토큰 수</translation>
    </message>
    <message>
        <source>next token</source>
        <translation>생성 토큰</translation>
    </message>
    <message>
        <source>no</source>
        <translation>아니요</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>정규화</translation>
    </message>
    <message>
        <source>norm after each stack</source>
        <translation>각 스택 다음의 정규화</translation>
    </message>
    <message>
        <source>norm on token + position</source>
        <translation>토큰 + 위치의 정규화</translation>
    </message>
    <message>
        <source>page {0} of {1}</source>
        <translation>{1}쪽 중 {0}쪽</translation>
    </message>
    <message>
        <source>place of the norm</source>
        <translation>정규화 위치</translation>
    </message>
    <message>
        <source>position</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>확률</translation>
    </message>
    <message>
        <source>relative</source>
        <translation>상대 위치</translation>
    </message>
    <message>
        <source>score of a blocked cell</source>
        <translation>가려진 칸의 어텐션 스코어</translation>
    </message>
    <message>
        <source>scores times 1/√d_k</source>
        <translation>스코어에 1/√d_k 곱하기</translation>
    </message>
    <message>
        <source>sines and cosines, computed</source>
        <translation>사인과 코사인, 계산함</translation>
    </message>
    <message>
        <source>source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>source tokens</source>
        <translation>소스 토큰 수</translation>
    </message>
    <message>
        <source>step</source>
        <translation>시점</translation>
    </message>
    <message>
        <source>target</source>
        <translation>타겟</translation>
    </message>
    <message>
        <source>the end of the given target</source>
        <translation>주어진 타겟의 끝</translation>
    </message>
    <message>
        <source>the end token</source>
        <translation>종료 토큰</translation>
    </message>
    <message>
        <source>token</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>token embedding times √d_model</source>
        <translation>토큰 임베딩에 √d_model 곱하기</translation>
    </message>
    <message>
        <source>tokens are chosen</source>
        <translation>토큰을 고르는 방법</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>예</translation>
    </message>
    <message>
        <source>your Cancel</source>
        <translation>직접 취소</translation>
    </message>
    <message>
        <source>{value} (not certain)</source>
        <translation>{value} (확실하지 않음)</translation>
    </message>
    <message>
        <source>ε of the norm</source>
        <translation>정규화의 ε</translation>
    </message>
</context>
<context>
    <name>HeadFacts</name>
    <message>
        <source>%1 bits</source>
        <translation>%1비트</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%2개 중 %1위</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>토큰 %1개</translation>
    </message>
    <message>
        <source>%1: over %2 rows of one sentence (n = 1).</source>
        <translation>%1: 문장 하나의 행 %2개(n = 1).</translation>
    </message>
    <message>
        <source>Among all heads of this kind on this sentence; the head with the largest value is first.</source>
        <translation>이 문장에서 이 종류의 모든 헤드 중 순위. 값이 가장 큰 헤드가 1위입니다.</translation>
    </message>
    <message>
        <source>Among all heads of this kind over %1; the head with the largest mean is first.</source>
        <translation>%1에서 이 종류의 모든 헤드 중 순위. 평균이 가장 큰 헤드가 1위입니다.</translation>
    </message>
    <message>
        <source>Beside it over %1, mean ± standard deviation.</source>
        <translation>그 옆은 %1에 대한 평균 ± 표준편차입니다.</translation>
    </message>
    <message>
        <source>Mean Jensen–Shannon divergence of their rows in bits: H((p + q) / 2) − ½H(p) − ½H(q); 0 = the same weights, 1 = no column in common. Lin (1991), Clark et al. (2019).</source>
        <translation>행끼리의 평균 젠슨-섀넌 발산(비트): H((p + q) / 2) − ½H(p) − ½H(q). 0 = 어텐션 가중치가 같음, 1 = 함께 가중치를 주는 열이 없음. Lin (1991), Clark et al. (2019).</translation>
    </message>
    <message>
        <source>Mean over %1, and the standard deviation between them.</source>
        <translation>%1에 대한 평균과, 문장 사이의 표준편차입니다.</translation>
    </message>
    <message>
        <source>Six numbers about this head’s maps, on this sentence and over a table’s file. They describe maps, not a purpose.</source>
        <translation>이 헤드의 어텐션 맵에 대한 여섯 가지 수: 이 문장에서, 그리고 표를 만든 파일 전체에서. 맵을 설명할 뿐, 목적을 말하지 않습니다.</translation>
    </message>
    <message>
        <source>Statistics exist for weights only.</source>
        <translation>이 수치는 어텐션 가중치에만 정의됩니다.</translation>
    </message>
    <message>
        <source>What does this head do?</source>
        <translation>이 헤드는 무엇을 하나요?</translation>
    </message>
    <message>
        <source>entropy</source>
        <translation>엔트로피</translation>
    </message>
    <message>
        <source>focus</source>
        <translation>집중도</translation>
    </message>
    <message>
        <source>heads most similar to the selected one</source>
        <translation>선택한 헤드와 가장 비슷한 헤드</translation>
    </message>
    <message>
        <source>max w of each row: how much its strongest column gets; the “confidence” of Voita et al. (2019).</source>
        <translation>각 행의 max w: 가장 많이 받는 열의 몫. Voita et al. (2019)의 “confidence”.</translation>
    </message>
    <message>
        <source>mean distance</source>
        <translation>평균 거리</translation>
    </message>
    <message>
        <source>mean over rows</source>
        <translation>행 평균</translation>
    </message>
    <message>
        <source>most similar heads: divergence, 0 … 1 bit</source>
        <translation>가장 비슷한 헤드: 분포 차이, 0 … 1비트</translation>
    </message>
    <message>
        <source>n = %1</source>
        <translation>n = %1</translation>
    </message>
    <message>
        <source>n = 1</source>
        <translation>n = 1</translation>
    </message>
    <message>
        <source>on special tokens</source>
        <translation>특수 토큰에</translation>
    </message>
    <message>
        <source>on the diagonal</source>
        <translation>대각선에</translation>
    </message>
    <message>
        <source>on the previous token</source>
        <translation>바로 앞 토큰에</translation>
    </message>
    <message>
        <source>rank, 1 = top</source>
        <translation>순위 (1 = 최대)</translation>
    </message>
    <message>
        <source>statistics of the selected head</source>
        <translation>선택한 헤드의 수치</translation>
    </message>
    <message>
        <source>w on the row’s own place; in cross attention on the place equally far along the source.</source>
        <translation>행 자신의 위치에 준 w. 크로스 어텐션에서는 소스에서 같은 비율만큼 나아간 위치.</translation>
    </message>
    <message>
        <source>w on the token before, from the second row on. Voita et al. (2019), Clark et al. (2019).</source>
        <translation>두 번째 행부터, 바로 앞 토큰에 준 w. Voita et al. (2019), Clark et al. (2019).</translation>
    </message>
    <message>
        <source>Σ w over start, end and padding tokens: where weight collects that has no better place. Clark et al. (2019).</source>
        <translation>시작, 종료, 패딩 토큰에 준 w의 합: 마땅한 곳이 없을 때 어텐션 가중치가 모이는 곳입니다. Clark et al. (2019).</translation>
    </message>
    <message>
        <source>Σ w·|column − diagonal|: how far from the diagonal weight lies. Vig and Belinkov (2019).</source>
        <translation>Σ w·|열 − 대각선|: 어텐션 가중치가 대각선에서 떨어진 거리. Vig and Belinkov (2019).</translation>
    </message>
    <message>
        <source>−Σ w·log₂ w of each row: 0 = all weight on one column, log₂ n = even over n. Ghader and Monz (2017), Clark et al. (2019).</source>
        <translation>각 행의 −Σ w·log₂ w: 0 = 한 열에 모두, log₂ n = n개에 고르게. Ghader and Monz (2017), Clark et al. (2019).</translation>
    </message>
</context>
<context>
    <name>Headline</name>
    <message>
        <source>A press shows it beside the run on screen.</source>
        <translation>누르면 화면의 실행과 나란히 보여 줍니다.</translation>
    </message>
    <message>
        <source>Before the change: %1</source>
        <translation>바꾸기 전: %1</translation>
    </message>
    <message>
        <source>Let the pinned run go</source>
        <translation>실행 고정 해제</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>고정함</translation>
    </message>
    <message>
        <source>Pinned: “%1”, with %2</source>
        <translation>고정함: “%1”, %2</translation>
    </message>
</context>
<context>
    <name>Hints</name>
    <message>
        <source>%1, with the model’s own numbers (3.2.1 and 3.2.2).</source>
        <translation>모델 자신의 숫자로 보여 줍니다: %1 (3.2.1, 3.2.2).</translation>
    </message>
    <message>
        <source>%1: how much of each value is mixed in (3.2.1).</source>
        <translation>%1: 밸류를 얼마나 섞는지입니다 (3.2.1).</translation>
    </message>
    <message>
        <source>A Hugging Face folder (Marian, BART, M2M100, T5) or one that Headscope wrote.</source>
        <translation>Hugging Face 폴더(Marian, BART, M2M100, T5)나 Headscope가 저장한 폴더를 엽니다.</translation>
    </message>
    <message>
        <source>A PDF of the whole decoding to print or project: sentence and tokens, masks, a page for each step.</source>
        <translation>인쇄·발표용으로 만든 디코딩 전체의 PDF: 문장과 토큰, 마스크, 시점마다 한 쪽.</translation>
    </message>
    <message>
        <source>A batch fills short sentences with &lt;pad&gt;; the padding mask makes their scores −∞, or nearly, before softmax: weight 0.</source>
        <translation>배치에서는 짧은 문장을 &lt;pad&gt;로 채웁니다. 패딩 마스크가 그 어텐션 스코어를 softmax 이전에 −∞(또는 그에 가깝게)로 만들어 어텐션 가중치가 0이 됩니다.</translation>
    </message>
    <message>
        <source>A checkpoint of your own, with its vocabularies if they are separate files, a trace or a session; dropping it on the window does the same.</source>
        <translation>직접 학습한 체크포인트(어휘 사전이 따로 있으면 함께), 실행 기록, 세션을 엽니다. 창에 끌어다 놓아도 됩니다.</translation>
    </message>
    <message>
        <source>A curtain over any view, until you have said which column has most weight; the answers of a whole class are counted.</source>
        <translation>어느 보기든 가림막으로 덮고 어텐션 가중치가 가장 큰 열을 맞힙니다. 반 전체의 답을 셀 수 있습니다.</translation>
    </message>
    <message>
        <source>A curtain over any view, until you have typed the word that you expect at this step; the answers of a whole class are counted.</source>
        <translation>어느 보기든 가림막으로 덮고 이 시점에 올 단어를 맞힙니다. 반 전체의 답을 셀 수 있습니다.</translation>
    </message>
    <message>
        <source>A note tied to what is selected (kind, layer, head, step, cell), with a button that comes back here.</source>
        <translation>선택한 자리(어텐션 종류, 레이어, 헤드, 시점, 칸)에 붙는 메모입니다. 버튼을 누르면 이 자리로 돌아옵니다.</translation>
    </message>
    <message>
        <source>A notebook cell that saves your own model with all that its weights do not say.</source>
        <translation>직접 만든 모델을, 파라미터에 없는 정보까지 함께 저장하는 노트북 셀입니다.</translation>
    </message>
    <message>
        <source>A pinned run beside this one, and the signed difference of every weight: two sentences, with and without a change, two checkpoints.</source>
        <translation>고정한 실행과 지금 실행을 나란히 놓고 어텐션 가중치마다 부호 있는 차이를 보여 줍니다. 두 문장, 바꾸기 전과 후, 두 체크포인트를 비교합니다.</translation>
    </message>
    <message>
        <source>A run that was recorded with another checkpoint can be looked at; to change it, that one must be open.</source>
        <translation>다른 체크포인트로 기록한 실행도 볼 수 있습니다. 바꾸려면 그 체크포인트가 열려 있어야 합니다.</translation>
    </message>
    <message>
        <source>A second, shorter sentence makes a batch: it is filled with &lt;pad&gt;, and its mask hides them.</source>
        <translation>더 짧은 둘째 문장을 더해 배치로 만듭니다. 남는 자리는 &lt;pad&gt;로 채우고 마스크가 가립니다.</translation>
    </message>
    <message>
        <source>A sentence and BibTeX for a paper: the program with its version, the checkpoint with its hash.</source>
        <translation>논문에 넣을 문장과 BibTeX: 프로그램과 버전, 체크포인트와 해시.</translation>
    </message>
    <message>
        <source>A small model at several moments of its training: the same sentence as the translation and its attention were learnt.</source>
        <translation>작은 모델을 학습 도중 여러 시점에 저장한 것입니다. 같은 문장으로 번역과 어텐션이 어떻게 배워지는지 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>All heads of a layer side by side: each has its own W_Q, W_K and W_V (multi-head attention, 3.2.2).</source>
        <translation>한 레이어의 모든 헤드를 나란히 표시합니다. 헤드마다 W_Q, W_K, W_V가 다릅니다(멀티 헤드 어텐션, 3.2.2).</translation>
    </message>
    <message>
        <source>All text of the window, so that more of the picture has room.</source>
        <translation>창의 모든 글자를 줄여 그림을 더 넓게 표시합니다.</translation>
    </message>
    <message>
        <source>All text of the window; for a projector press it a few times.</source>
        <translation>창의 모든 글자를 키웁니다. 프로젝터에서는 여러 번 누르세요.</translation>
    </message>
    <message>
        <source>Another head of this layer: the same tokens, other projections W_Q, W_K and W_V.</source>
        <translation>이 레이어의 다른 헤드입니다. 토큰은 같고 W_Q, W_K, W_V가 다릅니다.</translation>
    </message>
    <message>
        <source>Applies the undone change again.</source>
        <translation>되돌린 변경을 다시 적용합니다.</translation>
    </message>
    <message>
        <source>Area ∝ weight, so that colour is not needed to compare.</source>
        <translation>넓이 ∝ 어텐션 가중치. 색 없이도 비교할 수 있습니다.</translation>
    </message>
    <message>
        <source>As pixels and as lines (PNG, SVG, PDF), with its numbers as a table: each program takes what it can.</source>
        <translation>픽셀과 선으로(PNG, SVG, PDF), 그리고 숫자 표로 복사합니다. 프로그램마다 읽을 수 있는 것을 가져갑니다.</translation>
    </message>
    <message>
        <source>At step n the decoder has read tokens 0 … n − 1 and predicts token n.</source>
        <translation>시점 n에서 디코더는 토큰 0 … n − 1을 읽고 토큰 n을 생성합니다.</translation>
    </message>
    <message>
        <source>Brings back what was translated before this one; Enter runs it.</source>
        <translation>이보다 먼저 번역한 문장을 불러옵니다. Enter를 누르면 실행합니다.</translation>
    </message>
    <message>
        <source>Closes the window; layout and settings are kept for the next time.</source>
        <translation>창을 닫습니다. 창 구성과 설정은 다음을 위해 남습니다.</translation>
    </message>
    <message>
        <source>Colour follows √weight: 0.04 looks like 0.2. The colour bar says so; numbers stay as they are.</source>
        <translation>색이 √어텐션 가중치를 따릅니다: 0.04가 0.2처럼 보입니다. 색 막대에 적혀 있고 숫자는 그대로입니다.</translation>
    </message>
    <message>
        <source>Compares the masks that were used with what the architecture asks for, and says what is wrong.</source>
        <translation>실제로 쓴 마스크를 구조가 요구하는 마스크와 비교해 잘못된 점을 알려 줍니다.</translation>
    </message>
    <message>
        <source>Curves and points with axes and zoom: probability and entropy by step, norms, logit lens, positions, all heads by two measures.</source>
        <translation>축과 확대가 있는 곡선과 점: 시점별 확률과 엔트로피, 노름, 로짓 렌즈, 위치, 두 척도로 본 모든 헤드.</translation>
    </message>
    <message>
        <source>Does what the step asks for, so that one can watch.</source>
        <translation>이 단계에서 할 일을 대신 해서 보여 줍니다.</translation>
    </message>
    <message>
        <source>Each target token to itself and to earlier ones only; the look-ahead mask hides the future: [T,T] weights.</source>
        <translation>타겟 토큰에서 자기 자신과 앞선 토큰으로만 갑니다. 룩어헤드 마스크가 미래를 가립니다: [T,T] 어텐션 가중치.</translation>
    </message>
    <message>
        <source>Each token is drawn from the distribution, sharpened and cut off as you say; a seed repeats it.</source>
        <translation>정한 대로 다듬고 자른 분포에서 토큰을 하나씩 뽑습니다. 시드가 같으면 결과도 같습니다.</translation>
    </message>
    <message>
        <source>Each weight with two decimals, where a cell has room for it.</source>
        <translation>칸에 자리가 있으면 어텐션 가중치를 소수 두 자리로 적습니다.</translation>
    </message>
    <message>
        <source>Empties the list of sentences; it was kept on this computer only.</source>
        <translation>문장 목록을 비웁니다. 이 컴퓨터에만 있던 것입니다.</translation>
    </message>
    <message>
        <source>Empties this list; the files themselves stay.</source>
        <translation>이 목록만 비웁니다. 파일은 그대로 있습니다.</translation>
    </message>
    <message>
        <source>Encodes the source once, then generates the target token by token, each time the most probable one unless Decoding says otherwise.</source>
        <translation>소스를 한 번 인코딩한 뒤 타겟을 한 토큰씩 생성합니다. 디코딩을 따로 정하지 않으면 매번 가장 확률이 높은 토큰입니다.</translation>
    </message>
    <message>
        <source>Every head of every layer, sorted as you like, to find those that do something special: on this sentence, or over a table’s file.</source>
        <translation>모든 레이어의 모든 헤드를 원하는 순서로 놓고, 특별한 일을 하는 헤드를 찾습니다: 이 문장에서, 또는 표를 만든 파일 전체에서.</translation>
    </message>
    <message>
        <source>Every head, every column, every token piece, as recorded.</source>
        <translation>모든 헤드, 모든 열, 모든 토큰 조각을 기록된 그대로 표시합니다.</translation>
    </message>
    <message>
        <source>Every hypothesis that a beam looked at, with log p, score and what became of it; a click makes it the run on screen.</source>
        <translation>빔이 살펴본 모든 가설과 그 log p, 점수, 결과. 클릭하면 화면의 실행이 됩니다.</translation>
    </message>
    <message>
        <source>Every key on one page; single ones can be switched off in the settings.</source>
        <translation>모든 단축키를 한 쪽에 보여 줍니다. 설정에서 하나씩 끌 수 있습니다.</translation>
    </message>
    <message>
        <source>Every key that the row may attend to gets the same weight. Once more puts it back.</source>
        <translation>행이 볼 수 있는 모든 키가 같은 어텐션 가중치를 받습니다. 한 번 더 하면 되돌아갑니다.</translation>
    </message>
    <message>
        <source>Every number of the map with its tokens, for the keyboard, screen readers and spreadsheets.</source>
        <translation>맵의 모든 숫자를 토큰과 함께 보여 줍니다. 키보드, 스크린 리더, 스프레드시트용입니다.</translation>
    </message>
    <message>
        <source>Every row and column of the map again.</source>
        <translation>맵의 모든 행과 열을 다시 표시합니다.</translation>
    </message>
    <message>
        <source>Everything that can be set, in plain words; it applies at once.</source>
        <translation>설정할 수 있는 모든 것입니다. 바로 적용됩니다.</translation>
    </message>
    <message>
        <source>Figure 1 of the paper with this model’s layers; every attention block is a button.</source>
        <translation>논문의 그림 1을 이 모델의 레이어로 그린 것입니다. 어텐션 블록마다 버튼입니다.</translation>
    </message>
    <message>
        <source>Finds every command, layer, head, step, sentence and file by a few letters, also by names from code.</source>
        <translation>명령, 레이어, 헤드, 시점, 문장, 파일을 몇 글자로 찾습니다. 코드 속 이름으로도 찾습니다.</translation>
    </message>
    <message>
        <source>For any sentence; it is kept in the session and stands in exported pictures.</source>
        <translation>어떤 문장에도 쓸 수 있습니다. 세션에 저장되고 내보낸 그림에도 나옵니다.</translation>
    </message>
    <message>
        <source>For dark rooms; exported pictures stay light.</source>
        <translation>어두운 방에 알맞습니다. 내보내는 그림은 밝게 둡니다.</translation>
    </message>
    <message>
        <source>From a recipe and parallel text of your own, in a process of its own: curves as they grow, stopped and kept at any moment.</source>
        <translation>레시피와 내 병렬 텍스트로 모델을 학습합니다. 별도의 프로세스에서 돌고, 학습 곡선을 바로 볼 수 있으며, 언제든지 멈추고 보관할 수 있습니다.</translation>
    </message>
    <message>
        <source>Full colour = largest weight of that map; colours of two maps cannot be compared then.</source>
        <translation>맵마다 가장 큰 어텐션 가중치가 최대 색이 됩니다. 두 맵의 색은 서로 비교할 수 없게 됩니다.</translation>
    </message>
    <message>
        <source>Goes on, whether what the step asks for was done or not; after the last one the lesson ends.</source>
        <translation>할 일을 했든 안 했든 다음으로 넘어갑니다. 마지막 단계 다음에는 학습 길잡이가 끝납니다.</translation>
    </message>
    <message>
        <source>Guided tours through this window, from stepping to beam search, with predictions and statements to judge.</source>
        <translation>이 창을 직접 다루며 배우는 길잡이입니다. 시점 이동부터 빔 서치까지, 예측하기와 참·거짓 문제도 있습니다.</translation>
    </message>
    <message>
        <source>Here the next token is the end token, unless a limit stopped the run.</source>
        <translation>디코더가 종료 토큰을 생성하는 시점입니다(길이 제한에 걸리지 않았다면).</translation>
    </message>
    <message>
        <source>How the next token is chosen, with all its numbers: beam width, length penalty, stop rule; temperature, top-k, top-p, seed.</source>
        <translation>다음 토큰을 고르는 방법과 그 값: 빔 너비, 길이 페널티, 멈춤 규칙, 온도, top-k, top-p, 시드.</translation>
    </message>
    <message>
        <source>Keeps this run; the next ones, other sentences, changes or checkpoints, are compared with it in Compare.</source>
        <translation>이 실행을 남겨 둡니다. 다른 문장, 바꾼 조건, 다른 체크포인트의 다음 실행을 비교 보기에서 이것과 비교합니다.</translation>
    </message>
    <message>
        <source>Language of the interface; it changes at once.</source>
        <translation>화면에 쓰는 언어입니다. 바로 바뀝니다.</translation>
    </message>
    <message>
        <source>Larger cells, so that numbers have room; the wheel does the same, and a drag moves the map.</source>
        <translation>칸을 키워 숫자가 들어갈 자리를 만듭니다. 휠로도 확대되고, 끌면 맵이 움직입니다.</translation>
    </message>
    <message>
        <source>Light or dark as the rest of your desktop.</source>
        <translation>컴퓨터의 다른 창처럼 밝게 또는 어둡게 합니다.</translation>
    </message>
    <message>
        <source>Loss and BLEU over the updates of this training, with a mark at the snapshot on screen.</source>
        <translation>이 학습의 업데이트에 따른 손실과 BLEU입니다. 화면에 있는 스냅숏에는 표시가 있습니다.</translation>
    </message>
    <message>
        <source>Marks the largest weight of each row without colour; it is no statement about influence.</source>
        <translation>행마다 가장 큰 어텐션 가중치를 색 없이 표시합니다. 영향을 뜻하지는 않습니다.</translation>
    </message>
    <message>
        <source>Masks, heads, rows and positions changed for the run on screen, and what that does.</source>
        <translation>화면의 실행에서 바꾼 마스크, 헤드, 행, 위치와 그 효과.</translation>
    </message>
    <message>
        <source>Measures every head over a file of sentences, or shows a table that was measured before; what is said of a head then stands on all of them.</source>
        <translation>파일의 문장 전체에서 모든 헤드를 재거나, 전에 잰 표를 보여 줍니다. 그러면 헤드에 대한 설명이 그 문장 전체를 근거로 합니다.</translation>
    </message>
    <message>
        <source>Moves focus to the next visible pane.</source>
        <translation>키보드 포커스를 다음에 보이는 영역으로 옮깁니다.</translation>
    </message>
    <message>
        <source>Moves focus to the previous visible pane.</source>
        <translation>키보드 포커스를 앞에 보이는 영역으로 옮깁니다.</translation>
    </message>
    <message>
        <source>Moves freely, also to another screen; once more, and it is back in the window.</source>
        <translation>다른 화면으로도 자유롭게 옮길 수 있습니다. 다시 누르면 창 안으로 돌아옵니다.</translation>
    </message>
    <message>
        <source>Names and values of the masks in the code of this model’s family: in some True means blocked.</source>
        <translation>이 모델 계열의 코드에 나오는 마스크 이름과 값입니다. True가 가려짐인 코드도 있습니다.</translation>
    </message>
    <message>
        <source>No run is pinned any more; undo brings it back.</source>
        <translation>고정한 실행이 없어집니다. 되돌리기로 다시 가져옵니다.</translation>
    </message>
    <message>
        <source>One .html file that any browser opens without a network: steps, layers, heads and their numbers.</source>
        <translation>인터넷 연결 없이 어느 브라우저에서나 열리는 .html 파일 하나: 시점, 레이어, 헤드와 그 숫자가 들어 있습니다.</translation>
    </message>
    <message>
        <source>One map per head, as the model computes them; nothing is averaged.</source>
        <translation>모델이 계산한 그대로 헤드마다 맵 하나입니다. 평균하지 않습니다.</translation>
    </message>
    <message>
        <source>One map: row = query, column = key, cell = %1; each row sums to 1 (Attention Is All You Need, 3.2.1).</source>
        <translation>맵 하나: 행 = 쿼리, 열 = 키, 칸 = %1. 행마다 합이 1입니다 (Attention Is All You Need, 3.2.1).</translation>
    </message>
    <message>
        <source>One step back; earlier rows of the decoder never change, since the future is hidden from them.</source>
        <translation>한 시점 뒤로 갑니다. 디코더의 앞선 행은 미래가 가려져 있어 바뀌지 않습니다.</translation>
    </message>
    <message>
        <source>One step of the lesson back; the run on screen stays as it is.</source>
        <translation>길잡이의 한 단계 앞으로 돌아갑니다. 화면의 실행은 그대로입니다.</translation>
    </message>
    <message>
        <source>Pins what this run was before its last change (a mask, padding, a word, a sentence) and shows both side by side.</source>
        <translation>마지막으로 바꾸기(마스크, 패딩, 단어, 문장) 전의 실행을 고정하고 둘을 나란히 보여 줍니다.</translation>
    </message>
    <message>
        <source>Puts the cursor into the source sentence; Enter translates it.</source>
        <translation>소스 문장에 커서를 둡니다. Enter를 누르면 번역합니다.</translation>
    </message>
    <message>
        <source>Runs the sentence again without &lt;pad&gt;; where the padding mask works, no other weight changes.</source>
        <translation>&lt;pad&gt; 없이 다시 실행합니다. 패딩 마스크가 제대로 작동하면 다른 어텐션 가중치는 바뀌지 않습니다.</translation>
    </message>
    <message>
        <source>Runs, place, display, notes and layout in one .headscope file: it opens without the model, as a replay.</source>
        <translation>실행, 자리, 표시 방식, 메모, 창 구성을 .headscope 파일 하나에 담습니다. 모델 없이도 다시 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Says what a file is, what is in it and whether it opens, and runs nothing from it.</source>
        <translation>파일이 무엇이고 무엇이 들어 있으며 열 수 있는지 알려 줍니다. 파일 안의 코드는 실행하지 않습니다.</translation>
    </message>
    <message>
        <source>Sentences of a batch run together, padded to the same length; each has its own maps.</source>
        <translation>배치의 문장들은 같은 길이로 패딩되어 함께 실행됩니다. 문장마다 맵이 따로 있습니다.</translation>
    </message>
    <message>
        <source>Shapes, vocabularies and provenance of the open checkpoint.</source>
        <translation>열린 체크포인트의 모양, 어휘 사전, 출처입니다.</translation>
    </message>
    <message>
        <source>Shows one snapshot after the other, as long as a step when steps are played.</source>
        <translation>스냅숏을 차례로 보여 줍니다. 하나를 보여 주는 시간은 시점을 재생할 때와 같습니다.</translation>
    </message>
    <message>
        <source>Shows one step after the other; the time per step is a setting.</source>
        <translation>시점을 하나씩 차례로 보여 줍니다. 시점마다 걸리는 시간은 설정에 있습니다.</translation>
    </message>
    <message>
        <source>Smaller cells, so that more of the map is seen.</source>
        <translation>칸을 작게 해서 맵을 더 넓게 표시합니다.</translation>
    </message>
    <message>
        <source>Source tokens to source tokens, in both directions: [S,S] weights.</source>
        <translation>소스 토큰에서 소스 토큰으로, 양방향입니다: [S,S] 어텐션 가중치.</translation>
    </message>
    <message>
        <source>Stops playing, then closes an answer, then stops work, closes the message, and clears the selected cell.</source>
        <translation>재생을 멈추고, 펼친 답을 닫고, 작업을 멈추고, 메시지를 닫고, 선택한 칸을 해제하는 순서입니다.</translation>
    </message>
    <message>
        <source>Target tokens to source tokens: queries from the decoder, keys and values from the encoder’s output (memory): [T,S] weights.</source>
        <translation>타겟 토큰에서 소스 토큰으로: 쿼리는 디코더에서, 키와 밸류는 인코더 출력(memory)에서 옵니다: [T,S] 어텐션 가중치.</translation>
    </message>
    <message>
        <source>Teacher forcing: all positions of a given target in one pass, as in training; loss = −log p(given token).</source>
        <translation>티처 포싱: 주어진 타겟의 모든 위치를 학습 때처럼 한 번에 계산합니다. 손실 = −log p(정답 토큰).</translation>
    </message>
    <message>
        <source>The beam that the files of the checkpoint ask for.</source>
        <translation>체크포인트 파일에 적힌 빔 설정입니다.</translation>
    </message>
    <message>
        <source>The best hypotheses go on side by side; all that were looked at are in the beam tree.</source>
        <translation>좋은 가설 여러 개를 나란히 이어 갑니다. 살펴본 가설은 모두 빔 트리에 있습니다.</translation>
    </message>
    <message>
        <source>The complete run as .npz: numpy.load(path) gives every weight, mask and candidate.</source>
        <translation>실행 전체를 .npz로 저장합니다. numpy.load(path)로 모든 어텐션 가중치, 마스크, 후보 토큰을 읽을 수 있습니다.</translation>
    </message>
    <message>
        <source>The curves of a training that was started on a terminal or another machine, while its folder grows.</source>
        <translation>터미널이나 다른 컴퓨터에서 시작한 학습의 곡선을 폴더에 쌓이는 대로 보여 줍니다.</translation>
    </message>
    <message>
        <source>The decoder has read the start token only.</source>
        <translation>디코더가 시작 토큰만 읽은 시점입니다.</translation>
    </message>
    <message>
        <source>The default panes, at their widths.</source>
        <translation>기본 창과 너비로 돌아갑니다.</translation>
    </message>
    <message>
        <source>The engine opens checkpoints and translates; after ending three times in a row it is not started by itself.</source>
        <translation>엔진은 체크포인트를 열고 번역합니다. 연달아 세 번 끝나면 자동으로 시작하지 않습니다.</translation>
    </message>
    <message>
        <source>The first tokens of the target are yours, the rest the model’s: log p of what follows changes with them.</source>
        <translation>타겟의 앞 토큰은 직접 정하고 나머지는 모델이 생성합니다. 뒤따르는 것의 log p가 그에 따라 바뀝니다.</translation>
    </message>
    <message>
        <source>The given and the predicted token of each position with −log p: the decoder’s input is the target shifted right by one (3.1).</source>
        <translation>위치마다 정답 토큰과 모델 예측 토큰을 −log p와 함께 표시합니다. 디코더 입력은 타겟을 오른쪽으로 한 칸 민 것입니다 (3.1).</translation>
    </message>
    <message>
        <source>The guides, with contents and search; they are on this computer.</source>
        <translation>차례와 찾기가 있는 안내서(영어). 이 컴퓨터에 들어 있습니다.</translation>
    </message>
    <message>
        <source>The head adds nothing to the output; its weights are still shown. Once more puts it back.</source>
        <translation>이 헤드는 아무것도 더하지 않습니다. 어텐션 가중치는 그대로 보입니다. 한 번 더 하면 다시 켜집니다.</translation>
    </message>
    <message>
        <source>The layer whose output this one gets; in All layers, the one drawn below.</source>
        <translation>이 레이어가 읽는 결과를 낸 레이어입니다. 전체 레이어 보기에서는 아래에 그린 레이어입니다.</translation>
    </message>
    <message>
        <source>The likeliest token at every step; what comes after it is not looked at.</source>
        <translation>시점마다 가장 확률이 높은 토큰을 고르고, 그 뒤에 올 것은 보지 않습니다.</translation>
    </message>
    <message>
        <source>The map with axes that zoom and pan, its rows and columns as curves, and a scale to set: for hundreds to thousands of tokens.</source>
        <translation>확대하고 옮길 수 있는 축, 행과 열의 곡선, 조절할 수 있는 색 범위를 갖춘 맵: 토큰이 수백 개에서 수천 개일 때 씁니다.</translation>
    </message>
    <message>
        <source>The next layer, which gets this one’s output; in All layers, the one drawn above.</source>
        <translation>이 레이어의 결과를 읽는 다음 레이어입니다. 전체 레이어 보기에서는 위에 그린 레이어입니다.</translation>
    </message>
    <message>
        <source>The number of the last unforeseen error and its details, to be copied for whoever can mend it.</source>
        <translation>마지막으로 일어난 예기치 못한 오류의 번호와 세부 내용. 고칠 수 있는 사람에게 보낼 수 있게 복사합니다.</translation>
    </message>
    <message>
        <source>The same sentence by the same model, a little earlier in its training.</source>
        <translation>같은 모델이 조금 덜 학습했을 때 번역한 같은 문장입니다.</translation>
    </message>
    <message>
        <source>The same sentence by the same model, a little later in its training.</source>
        <translation>같은 모델이 조금 더 학습한 뒤에 번역한 같은 문장입니다.</translation>
    </message>
    <message>
        <source>The same weights as lines from query to key token; the stronger the line, the larger the weight.</source>
        <translation>같은 어텐션 가중치를 쿼리에서 키 토큰으로 가는 선으로 표시합니다. 선이 진할수록 값이 큽니다.</translation>
    </message>
    <message>
        <source>The selected cell’s number with every digit that the run holds; right click a cell to find this.</source>
        <translation>선택한 칸의 숫자를 실행에 저장된 모든 자릿수로 복사합니다. 칸을 마우스 오른쪽 버튼으로 눌러도 나옵니다.</translation>
    </message>
    <message>
        <source>The selected number and its row, how it is computed, and the candidates of the step.</source>
        <translation>고른 값과 그 행, 계산 과정, 이 시점의 후보 토큰입니다.</translation>
    </message>
    <message>
        <source>The session in another file; the first one stays as it is.</source>
        <translation>세션을 다른 파일에 저장합니다. 처음 파일은 그대로 남습니다.</translation>
    </message>
    <message>
        <source>The target sentence as plain text.</source>
        <translation>번역문을 글자로만 복사합니다.</translation>
    </message>
    <message>
        <source>The view alone on the whole screen, in letters for the last row of a hall; page keys step, B blanks, Esc or F11 goes back.</source>
        <translation>보기 하나만 전체 화면에 강의실 맨 뒷줄에서도 보이는 글자로 보여 줍니다. Page Up/Down 키로 시점을 옮기고, B로 화면을 가리고, Esc나 F11로 돌아옵니다.</translation>
    </message>
    <message>
        <source>The window alone, without menu bar; Esc goes back. For a hall, Presentation (F11) shows one view in large letters.</source>
        <translation>메뉴 막대 없이 창만 보여 줍니다. Esc로 돌아옵니다. 강의실에서는 발표 화면(F11)이 보기 하나를 큰 글자로 보여 줍니다.</translation>
    </message>
    <message>
        <source>Towards the newest sentence, and back to what you were typing.</source>
        <translation>더 최근 문장으로, 끝에서는 쓰고 있던 문장으로 돌아갑니다.</translation>
    </message>
    <message>
        <source>Undoes the last change of the run or of its display; the selection stays.</source>
        <translation>실행이나 표시 방식의 마지막 변경을 되돌립니다. 보고 있는 자리는 그대로입니다.</translation>
    </message>
    <message>
        <source>Version, and what a weight does not tell.</source>
        <translation>버전, 그리고 어텐션 가중치가 말해 주지 않는 것입니다.</translation>
    </message>
    <message>
        <source>Weight 1 at the selected column, 0 at all others, in this row of this head alone.</source>
        <translation>이 헤드의 이 행에서만 선택한 열의 어텐션 가중치가 1, 나머지는 0이 됩니다.</translation>
    </message>
    <message>
        <source>Weights as safetensors with config and vocabularies in one folder, to be opened anywhere.</source>
        <translation>파라미터를 safetensors로, 설정과 어휘 사전까지 한 폴더에 저장해 어디서나 열 수 있게 합니다.</translation>
    </message>
    <message>
        <source>What a file does not say (number of heads, norm, languages) was assumed: look at it and correct it.</source>
        <translation>파일에 없는 것(헤드 수, 정규화 위치, 언어)은 가정한 것입니다. 확인하고 고칠 수 있습니다.</translation>
    </message>
    <message>
        <source>What a token becomes: %1 (3.4, 3.5), then %2 layer by layer (3.1).</source>
        <translation>토큰이 거치는 길: %1 (3.4, 3.5), 그리고 레이어마다 %2 (3.1).</translation>
    </message>
    <message>
        <source>What each word means, under the tokens and beside the labels of maps; a double click on a token writes another.</source>
        <translation>각 단어의 뜻을 토큰 아래와 어텐션 맵의 이름 옆에 보여 줍니다. 토큰을 두 번 누르면 다른 뜻을 쓸 수 있습니다.</translation>
    </message>
    <message>
        <source>What is on screen as a picture, a table, a page or a handout; the picture is the same drawing, light and with its caption.</source>
        <translation>화면에 있는 것을 그림, 표, 페이지, 유인물로 내보냅니다. 그림은 화면과 같으며, 밝은 색이고 설명이 붙습니다.</translation>
    </message>
    <message>
        <source>What may attend is blocked, what is blocked may attend, in every layer and head; once more takes it back.</source>
        <translation>볼 수 있던 셀은 가리고 가려진 셀은 볼 수 있게 합니다. 모든 레이어와 헤드에 적용되고, 한 번 더 하면 되돌아갑니다.</translation>
    </message>
    <message>
        <source>What the picture shows as a table, ready to be pasted into a spreadsheet.</source>
        <translation>그림에 보이는 것을 스프레드시트에 붙여 넣을 표로 복사합니다.</translation>
    </message>
    <message>
        <source>What was on screen before the lesson is there again.</source>
        <translation>시작하기 전에 보던 화면으로 돌아갑니다.</translation>
    </message>
    <message>
        <source>What you write about the run and its places; it is saved with the session (Ctrl+S).</source>
        <translation>실행과 그 자리들에 대해 쓴 글입니다. 세션과 함께 저장됩니다(Ctrl+S).</translation>
    </message>
    <message>
        <source>Where the model runs, the CPU or a GPU; the menu stands at the end of the status line.</source>
        <translation>모델을 CPU와 GPU 가운데 어디에서 계산할지 고릅니다. 메뉴는 상태 표시줄 끝에 있습니다.</translation>
    </message>
    <message>
        <source>Which cells may be attended to: padding mask, look-ahead mask, and both together in the decoder, which many tutorials call its look-ahead mask (3.2.3).</source>
        <translation>어느 칸을 볼 수 있는지: 패딩 마스크, 룩어헤드 마스크, 디코더에서는 둘 다입니다. 이 둘을 합친 것도 룩어헤드 마스크라고 부르는 튜토리얼이 많습니다 (3.2.3).</translation>
    </message>
    <message>
        <source>White paper: weight 0 is white, as in print.</source>
        <translation>흰 종이처럼 합니다. 어텐션 가중치 0은 인쇄물처럼 흰색입니다.</translation>
    </message>
    <message>
        <source>Without its numbers, for programs that would paste the table in place of the picture.</source>
        <translation>숫자 없이 복사합니다. 그림 대신 표를 붙여 넣는 프로그램에 씁니다.</translation>
    </message>
    <message>
        <source>Your system’s size; larger on a large screen.</source>
        <translation>시스템이 쓰는 크기이고, 큰 화면에서는 더 큽니다.</translation>
    </message>
    <message>
        <source>Σ of a row’s weights: 1 after softmax, other only where weights were set aside.</source>
        <translation>행의 어텐션 가중치 합(Σ)입니다. softmax 뒤에는 1이고, 일부를 빼 두었을 때만 다릅니다.</translation>
    </message>
    <message>
        <source>“Attention weights of one head on one sentence; not a measure of influence” below each export.</source>
        <translation>내보내는 그림 아래에 “한 문장, 한 헤드의 어텐션 가중치이며 영향의 크기가 아님”을 적습니다.</translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>%1 = may attend</source>
        <translation>%1 = 볼 수 있음</translation>
    </message>
    <message>
        <source>%1, layer&#xa0;%2, head&#xa0;%3</source>
        <translation>%1, 레이어&#xa0;%2, 헤드&#xa0;%3</translation>
    </message>
    <message>
        <source>%1, position&#xa0;%2</source>
        <translation>%1, 위치&#xa0;%2</translation>
    </message>
    <message>
        <source>%1, word&#xa0;%2</source>
        <translation>%1, 단어&#xa0;%2</translation>
    </message>
    <message>
        <source>; its score before was %1</source>
        <translation>; 마스크 전 스코어 %1</translation>
    </message>
    <message>
        <source>A column is a position of the encoder’s output: already mixed with the other positions.</source>
        <translation>열 하나는 인코더 출력의 한 위치이며, 이미 다른 위치들과 섞여 있습니다.</translation>
    </message>
    <message>
        <source>Candidates of step %1</source>
        <translation>시점 %1의 후보 토큰</translation>
    </message>
    <message>
        <source>Entropy %1 bits</source>
        <translation>엔트로피 %1비트</translation>
    </message>
    <message>
        <source>Entropy %1 bits: as unsure as an even choice among %2 tokens.</source>
        <translation>엔트로피 %1비트: 토큰 %2개 중에서 균등하게 뽑을 때만큼 불확실합니다.</translation>
    </message>
    <message>
        <source>Entropy at least %1 bits</source>
        <translation>엔트로피 %1비트 이상</translation>
    </message>
    <message>
        <source>Entropy at least %1 bits: at least as unsure as an even choice among %2 tokens.</source>
        <translation>엔트로피 %1비트 이상: 적어도 토큰 %2개 중 하나를 균등하게 뽑을 때만큼 불확실합니다.</translation>
    </message>
    <message>
        <source>From layer 2 on, a column is a position already mixed with others, not the bare token.</source>
        <translation>레이어 2부터 열 하나는 이미 다른 위치들과 섞인 위치이며, 토큰 그 자체가 아닙니다.</translation>
    </message>
    <message>
        <source>No run yet</source>
        <translation>아직 실행이 없습니다</translation>
    </message>
    <message>
        <source>Point at a cell to read its weight</source>
        <translation>칸을 가리키면 어텐션 가중치를 볼 수 있습니다</translation>
    </message>
    <message>
        <source>This network has no vocabulary head: it has no next token to show</source>
        <translation>이 모델에는 출력층(Linear)이 없어서 보여 줄 다음 토큰이 없습니다</translation>
    </message>
    <message>
        <source>Translate a sentence first</source>
        <translation>먼저 문장을 번역하세요</translation>
    </message>
    <message>
        <source>a later token: it did not exist when this row was computed, so it has no score</source>
        <translation>뒤에 오는 토큰: 이 행을 계산할 때는 아직 없었으므로 어텐션 스코어가 없음</translation>
    </message>
    <message>
        <source>after %1</source>
        <translation>%1 다음</translation>
    </message>
    <message>
        <source>after %1: network → drawn from</source>
        <translation>%1 다음: 모델 → 뽑을 때</translation>
    </message>
    <message>
        <source>after %1; a click forces one</source>
        <translation>%1 다음의 토큰; 클릭하면 강제 지정</translation>
    </message>
    <message>
        <source>before %1, after %2</source>
        <translation>전 %1, 후 %2</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>가려짐</translation>
    </message>
    <message>
        <source>blocked as future (look-ahead mask)</source>
        <translation>미래라서 가려짐 (룩어헤드 마스크)</translation>
    </message>
    <message>
        <source>blocked as padding (padding mask)</source>
        <translation>패딩이라서 가려짐 (패딩 마스크)</translation>
    </message>
    <message>
        <source>blocked by a change to the mask</source>
        <translation>마스크를 바꾸어서 가려짐</translation>
    </message>
    <message>
        <source>blocked by the mask of your own code</source>
        <translation>내 코드의 마스크로 가려짐</translation>
    </message>
    <message>
        <source>in your code</source>
        <translation>내 코드에서는</translation>
    </message>
    <message>
        <source>key</source>
        <translation>키</translation>
    </message>
    <message>
        <source>largest of its row</source>
        <translation>이 행의 최댓값</translation>
    </message>
    <message>
        <source>may attend</source>
        <translation>볼 수 있음</translation>
    </message>
    <message>
        <source>may attend, gives nearly 0</source>
        <translation>볼 수 있지만 거의 0</translation>
    </message>
    <message>
        <source>no column of this row may be attended to</source>
        <translation>이 행에서 볼 수 있는 열이 없음</translation>
    </message>
    <message>
        <source>no score yet</source>
        <translation>아직 없음</translation>
    </message>
    <message>
        <source>query</source>
        <translation>쿼리</translation>
    </message>
    <message>
        <source>row maximum</source>
        <translation>행 최댓값</translation>
    </message>
    <message>
        <source>row total</source>
        <translation>행 합계</translation>
    </message>
    <message>
        <source>set aside: its weight is left out</source>
        <translation>제외함: 어텐션 가중치를 뺐습니다</translation>
    </message>
    <message>
        <source>the row gives all its weight to what is set aside</source>
        <translation>이 행의 모든 어텐션 가중치가 제외한 열에 있습니다</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>어텐션 가중치</translation>
    </message>
    <message>
        <source>−Σ p·log₂ p over all tokens of the vocabulary; 0 = certain</source>
        <translation>어휘 사전의 모든 토큰에 대한 −Σ p·log₂ p; 0 = 확실함</translation>
    </message>
    <message>
        <source>−Σ p·log₂ p over the likeliest tokens and all others as if they were one, since this run was recorded without the others; the more of them there are, the larger it is. 0 = certain</source>
        <translation>가장 가능성이 높은 토큰들과, 하나로 친 나머지 모두에 대한 −Σ p·log₂ p. 이 실행에는 나머지 토큰이 기록되어 있지 않으며, 나머지가 여러 토큰에 나뉠수록 엔트로피는 더 커집니다. 0 = 확실함</translation>
    </message>
</context>
<context>
    <name>KeySheet</name>
    <message>
        <source>Arrows</source>
        <translation>화살표</translation>
    </message>
    <message>
        <source>Enter</source>
        <translation>Enter</translation>
    </message>
    <message>
        <source>Find a key by what it does</source>
        <translation>하는 일로 단축키 찾기</translation>
    </message>
    <message>
        <source>Inside a pane</source>
        <translation>영역 안에서</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>Move the cell, in a focused map</source>
        <translation>칸 이동 (초점이 있는 맵에서)</translation>
    </message>
    <message>
        <source>Next control</source>
        <translation>다음 항목</translation>
    </message>
    <message>
        <source>Shows matching entries; synonyms count</source>
        <translation>이름이 맞는 것만 보여 줍니다. 다른 이름으로도 찾습니다</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Translate, in the sentence</source>
        <translation>번역 (문장 칸에서)</translation>
    </message>
    <message>
        <source>Walk the blocks, in the focused map of the model</source>
        <translation>포커스가 있는 모델 지도에서 블록 사이를 이동</translation>
    </message>
</context>
<context>
    <name>KeyStrip</name>
    <message>
        <source>%1, position %2: %3</source>
        <translation>%1, 위치 %2: %3</translation>
    </message>
    <message>
        <source>cells of the row</source>
        <translation>행의 칸</translation>
    </message>
</context>
<context>
    <name>KeysPage</name>
    <message>
        <source>Command</source>
        <translation>명령</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>명령과 단축키</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>명령 찾기</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>Shows matching commands</source>
        <translation>이름이 맞는 명령만 보여 줍니다</translation>
    </message>
    <message>
        <source>The keys of a command that is not ticked do nothing; the command stays in the menus.</source>
        <translation>체크하지 않은 명령의 단축키는 꺼집니다. 메뉴에는 남습니다.</translation>
    </message>
    <message>
        <source>Untick a command and its keys do nothing; it stays in the menus</source>
        <translation>체크를 끄면 그 명령의 단축키가 꺼집니다. 메뉴에는 남습니다</translation>
    </message>
</context>
<context>
    <name>KindSwitch</name>
    <message>
        <source>Cross</source>
        <translation>크로스</translation>
    </message>
    <message>
        <source>Cross attention: target tokens to source tokens (3)</source>
        <translation>크로스 어텐션: 타겟 토큰에서 소스 토큰으로(3)</translation>
    </message>
    <message>
        <source>Dec.</source>
        <translation>디코더</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>디코더</translation>
    </message>
    <message>
        <source>Decoder self-attention: each target token to itself and earlier ones (2)</source>
        <translation>디코더 셀프 어텐션: 각 타겟 토큰에서 자기 자신과 앞선 토큰으로(2)</translation>
    </message>
    <message>
        <source>Enc.</source>
        <translation>인코더</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>인코더</translation>
    </message>
    <message>
        <source>Encoder self-attention: source tokens to source tokens (1)</source>
        <translation>인코더 셀프 어텐션: 소스 토큰에서 소스 토큰으로(1)</translation>
    </message>
    <message>
        <source>Kind of attention</source>
        <translation>어텐션 종류</translation>
    </message>
    <message>
        <source>There is no run yet.</source>
        <translation>아직 실행 기록이 없습니다.</translation>
    </message>
    <message>
        <source>This run holds no weights of this kind.</source>
        <translation>이 실행 기록에는 이 종류의 어텐션 가중치가 없습니다.</translation>
    </message>
</context>
<context>
    <name>LanguageNotice</name>
    <message>
        <source>Choose %1 beside the checkpoint, or type %2</source>
        <translation>체크포인트 옆에서 소스 언어를 고르거나(%1) %2 문장을 입력하세요</translation>
    </message>
    <message>
        <source>Type %1, or open another checkpoint</source>
        <translation>%1 문장을 입력하거나 다른 체크포인트를 여세요</translation>
    </message>
    <message>
        <source>Type %2, or open a checkpoint that translates from %1</source>
        <translation>%2 문장을 입력하거나 %1 문장을 번역하는 체크포인트를 여세요</translation>
    </message>
    <message>
        <source>it is written in %1 script, and this model translates from %2</source>
        <translation>쓰인 문자: %1, 이 모델이 번역하는 언어: %2</translation>
    </message>
    <message>
        <source>it reads like %1, and this model translates from %2</source>
        <translation>문장의 언어로 보이는 것: %1, 이 모델이 번역하는 언어: %2</translation>
    </message>
    <message>
        <source>not %1?</source>
        <translation>%1 아님?</translation>
    </message>
    <message>
        <source>sentence %1</source>
        <translation>문장 %1</translation>
    </message>
    <message>
        <source>source sentence</source>
        <translation>소스 문장</translation>
    </message>
</context>
<context>
    <name>LanguagePicker</name>
    <message>
        <source>A token at the start tells the model this language</source>
        <translation>맨 앞 토큰이 모델에 이 언어를 알려 줍니다</translation>
    </message>
    <message>
        <source>Source language</source>
        <translation>소스 언어</translation>
    </message>
    <message>
        <source>Target language</source>
        <translation>타겟 언어</translation>
    </message>
</context>
<context>
    <name>Languages</name>
    <message>
        <source>Arabic</source>
        <translation>아랍어</translation>
    </message>
    <message>
        <source>Bulgarian</source>
        <translation>불가리아어</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>중국어</translation>
    </message>
    <message>
        <source>Czech</source>
        <translation>체코어</translation>
    </message>
    <message>
        <source>Danish</source>
        <translation>덴마크어</translation>
    </message>
    <message>
        <source>Dutch</source>
        <translation>네덜란드어</translation>
    </message>
    <message>
        <source>English</source>
        <translation>영어</translation>
    </message>
    <message>
        <source>Esperanto</source>
        <translation>에스페란토</translation>
    </message>
    <message>
        <source>Finnish</source>
        <translation>핀란드어</translation>
    </message>
    <message>
        <source>French</source>
        <translation>프랑스어</translation>
    </message>
    <message>
        <source>German</source>
        <translation>독일어</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>그리스어</translation>
    </message>
    <message>
        <source>Hebrew</source>
        <translation>히브리어</translation>
    </message>
    <message>
        <source>Hindi</source>
        <translation>힌디어</translation>
    </message>
    <message>
        <source>Hungarian</source>
        <translation>헝가리어</translation>
    </message>
    <message>
        <source>Indonesian</source>
        <translation>인도네시아어</translation>
    </message>
    <message>
        <source>Italian</source>
        <translation>이탈리아어</translation>
    </message>
    <message>
        <source>Japanese</source>
        <translation>일본어</translation>
    </message>
    <message>
        <source>Korean</source>
        <translation>한국어</translation>
    </message>
    <message>
        <source>Norwegian</source>
        <translation>노르웨이어</translation>
    </message>
    <message>
        <source>Persian</source>
        <translation>페르시아어</translation>
    </message>
    <message>
        <source>Polish</source>
        <translation>폴란드어</translation>
    </message>
    <message>
        <source>Portuguese</source>
        <translation>포르투갈어</translation>
    </message>
    <message>
        <source>Romanian</source>
        <translation>루마니아어</translation>
    </message>
    <message>
        <source>Russian</source>
        <translation>러시아어</translation>
    </message>
    <message>
        <source>Spanish</source>
        <translation>스페인어</translation>
    </message>
    <message>
        <source>Swedish</source>
        <translation>스웨덴어</translation>
    </message>
    <message>
        <source>Thai</source>
        <translation>태국어</translation>
    </message>
    <message>
        <source>Turkish</source>
        <translation>튀르키예어</translation>
    </message>
    <message>
        <source>Ukrainian</source>
        <translation>우크라이나어</translation>
    </message>
    <message>
        <source>Vietnamese</source>
        <translation>베트남어</translation>
    </message>
</context>
<context>
    <name>Learning</name>
    <message>
        <source>Earlier snapshot</source>
        <translation>이전 스냅숏</translation>
    </message>
    <message>
        <source>Later snapshot</source>
        <translation>다음 스냅숏</translation>
    </message>
    <message>
        <source>Play the training</source>
        <translation>학습 과정 재생</translation>
    </message>
    <message>
        <source>Snapshot of the training</source>
        <translation>학습 스냅숏</translation>
    </message>
    <message>
        <source>Stop the training here</source>
        <translation>여기서 재생 멈춤</translation>
    </message>
    <message>
        <source>The same sentence, as the model translates it after so much training.</source>
        <translation>같은 문장을 이만큼 학습한 모델이 번역한 결과입니다.</translation>
    </message>
    <message>
        <source>after %1 updates</source>
        <translation>업데이트 %1번 후</translation>
    </message>
    <message>
        <source>after %1 updates, epoch %2</source>
        <translation>업데이트 %1번 후, 에포크 %2</translation>
    </message>
    <message>
        <source>before training</source>
        <translation>학습 전</translation>
    </message>
    <message>
        <source>best weights</source>
        <translation>가장 좋은 파라미터</translation>
    </message>
    <message>
        <source>snapshot %1 of %2</source>
        <translation>스냅숏 %1 / %2</translation>
    </message>
</context>
<context>
    <name>Lesson</name>
    <message>
        <source>%1 answers, %2 of them right. It is %3.</source>
        <translation>답 %1개 가운데 %2개가 맞았어요. 정답은 %3.</translation>
    </message>
    <message>
        <source>%1 answers. More can be counted before the curtain is lifted.</source>
        <translation>답 %1개. 가림막을 걷기 전까지 더 받을 수 있어요.</translation>
    </message>
    <message>
        <source>%1 minutes</source>
        <translation>%1분</translation>
    </message>
    <message>
        <source>1 answer. More can be counted before the curtain is lifted.</source>
        <translation>답 1개. 가림막을 걷기 전까지 더 받을 수 있어요.</translation>
    </message>
    <message>
        <source>Add words</source>
        <translation>설명 추가</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>답</translation>
    </message>
    <message>
        <source>Answers</source>
        <translation>답</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>이전</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>Bring the window to where the lesson begins, press Record, and go through it as your class shall.</source>
        <translation>길잡이가 시작될 화면을 만들고 ‘기록’을 누른 다음, 학생이 할 순서대로 해 보세요.</translation>
    </message>
    <message>
        <source>Claims to check</source>
        <translation>확인할 사실</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>닫기</translation>
    </message>
    <message>
        <source>Curtain</source>
        <translation>가림막</translation>
    </message>
    <message>
        <source>Does what this step asks for</source>
        <translation>이 단계에서 할 일을 대신 해 줘요</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>완료</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>아래로</translation>
    </message>
    <message>
        <source>Each lesson goes through the window itself: it rings what to use next, and sees what you did. Leaving one brings back what was on screen.</source>
        <translation>학습 길잡이는 이 창에서 그대로 진행돼요. 다음에 쓸 것을 테두리로 표시하고, 무엇을 했는지 확인해요. 나가면 보던 화면이 그대로 돌아와요.</translation>
    </message>
    <message>
        <source>False</source>
        <translation>거짓</translation>
    </message>
    <message>
        <source>Finish</source>
        <translation>마치기</translation>
    </message>
    <message>
        <source>Handout</source>
        <translation>유인물</translation>
    </message>
    <message>
        <source>I expect this word</source>
        <translation>이 단어로 예측</translation>
    </message>
    <message>
        <source>It is %1.</source>
        <translation>정답은 %1.</translation>
    </message>
    <message>
        <source>It is false.</source>
        <translation>거짓이에요.</translation>
    </message>
    <message>
        <source>It is true.</source>
        <translation>참이에요.</translation>
    </message>
    <message>
        <source>Learning path (%1 minutes)</source>
        <translation>학습 순서 (%1분)</translation>
    </message>
    <message>
        <source>Leave the lesson; everything is as before it</source>
        <translation>학습 길잡이 나가기. 모든 것이 시작 전으로 돌아가요</translation>
    </message>
    <message>
        <source>Lesson</source>
        <translation>학습 길잡이</translation>
    </message>
    <message>
        <source>Lessons</source>
        <translation>학습 길잡이</translation>
    </message>
    <message>
        <source>Lift the curtain</source>
        <translation>가림막 걷기</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>분</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>다음</translation>
    </message>
    <message>
        <source>No.</source>
        <translation>아니에요.</translation>
    </message>
    <message>
        <source>Nobody has answered yet.</source>
        <translation>아직 답이 없어요.</translation>
    </message>
    <message>
        <source>Not all that the lesson says here holds for this run.</source>
        <translation>길잡이의 이 설명이 이 실행에 모두 맞지는 않아요.</translation>
    </message>
    <message>
        <source>Nothing: the step is only read.</source>
        <translation>없음: 읽기만 하는 단계예요.</translation>
    </message>
    <message>
        <source>On average %1 columns away.</source>
        <translation>평균 %1열 떨어져 있어요.</translation>
    </message>
    <message>
        <source>Open a lesson</source>
        <translation>학습 길잡이 열기</translation>
    </message>
    <message>
        <source>Open a lesson file…</source>
        <translation>학습 길잡이 파일 열기…</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>열기…</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>페이지</translation>
    </message>
    <message>
        <source>Page or handout…</source>
        <translation>페이지나 유인물…</translation>
    </message>
    <message>
        <source>Paper</source>
        <translation>논문</translation>
    </message>
    <message>
        <source>Paper order</source>
        <translation>논문 순서</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>기록</translation>
    </message>
    <message>
        <source>Recorded</source>
        <translation>기록한 것</translation>
    </message>
    <message>
        <source>Recording: go on in the window; each thing you do becomes a step.</source>
        <translation>기록 중이에요. 창에서 계속하세요. 하는 일마다 한 단계가 돼요.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>삭제</translation>
    </message>
    <message>
        <source>Right.</source>
        <translation>맞아요.</translation>
    </message>
    <message>
        <source>Right: %1.</source>
        <translation>맞아요. 정답은 %1.</translation>
    </message>
    <message>
        <source>Rings %1; done when: %2</source>
        <translation>표시: %1. 완료 조건: %2</translation>
    </message>
    <message>
        <source>Row %1: which column has the largest weight?</source>
        <translation>%1 행: 어텐션 가중치가 가장 큰 열은 무엇일까요?</translation>
    </message>
    <message>
        <source>Save as page or handout…</source>
        <translation>페이지나 유인물로 저장…</translation>
    </message>
    <message>
        <source>Save it first: a session file has to lie beside this lesson.</source>
        <translation>먼저 저장하세요. 이 길잡이 옆에는 세션 파일이 있어야 해요.</translation>
    </message>
    <message>
        <source>Save the lesson</source>
        <translation>학습 길잡이 저장</translation>
    </message>
    <message>
        <source>Save the lesson as</source>
        <translation>학습 길잡이를 다른 형식으로 저장</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>저장…</translation>
    </message>
    <message>
        <source>Show me</source>
        <translation>보여 주기</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>건너뛰기</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>Step %1 of %2 of the lesson</source>
        <translation>학습 길잡이 %2단계 중 %1단계</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>단계</translation>
    </message>
    <message>
        <source>The lesson opens what it is about…</source>
        <translation>학습 길잡이에 쓸 것을 여는 중…</translation>
    </message>
    <message>
        <source>The word that you expect</source>
        <translation>예상하는 단어</translation>
    </message>
    <message>
        <source>Title, in English</source>
        <translation>제목(영어)</translation>
    </message>
    <message>
        <source>Title, in Korean</source>
        <translation>제목(한국어)</translation>
    </message>
    <message>
        <source>True</source>
        <translation>참</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>해 보기</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>위로</translation>
    </message>
    <message>
        <source>What is seen then, in English</source>
        <translation>결과 설명(영어)</translation>
    </message>
    <message>
        <source>What is seen then, in Korean</source>
        <translation>결과 설명(한국어)</translation>
    </message>
    <message>
        <source>What to do, in English</source>
        <translation>할 일(영어)</translation>
    </message>
    <message>
        <source>What to do, in Korean</source>
        <translation>할 일(한국어)</translation>
    </message>
    <message>
        <source>Which word comes next?</source>
        <translation>다음에 올 단어는 무엇일까요?</translation>
    </message>
    <message>
        <source>Write a lesson</source>
        <translation>학습 길잡이 만들기</translation>
    </message>
    <message>
        <source>Write a lesson…</source>
        <translation>학습 길잡이 만들기…</translation>
    </message>
    <message>
        <source>You chose %1 (weight %2); the largest weight is at %3, columns away: %4.</source>
        <translation>고른 열은 %1(어텐션 가중치 %2), 가장 큰 열은 %3. %4열 떨어져 있어요.</translation>
    </message>
    <message>
        <source>You expected %1, which is not among the listed candidates; next is %2.</source>
        <translation>예상한 단어 %1: 표시된 후보 토큰에 없어요. 다음 토큰은 %2.</translation>
    </message>
    <message>
        <source>You expected %1: candidate %2, probability %3; next is %4.</source>
        <translation>예상한 단어 %1: %2번째 후보, 확률 %3. 다음 토큰은 %4.</translation>
    </message>
    <message>
        <source>a statement that is false</source>
        <translation>거짓인 문장</translation>
    </message>
    <message>
        <source>a statement that is true</source>
        <translation>참인 문장</translation>
    </message>
    <message>
        <source>done</source>
        <translation>완료함</translation>
    </message>
    <message>
        <source>not done yet</source>
        <translation>아직 안 함</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>others %1</source>
        <translation>그 밖 %1</translation>
    </message>
    <message>
        <source>predict the largest weight of the row</source>
        <translation>행에서 가장 큰 어텐션 가중치 예측</translation>
    </message>
    <message>
        <source>predict the next word</source>
        <translation>다음 단어 예측</translation>
    </message>
    <message>
        <source>section %1 of the paper</source>
        <translation>논문 %1절</translation>
    </message>
    <message>
        <source>something to do</source>
        <translation>할 일</translation>
    </message>
</context>
<context>
    <name>LinksView</name>
    <message>
        <source>A weight below this has no line. Each row of weights sums to 1.</source>
        <translation>이보다 작은 어텐션 가중치는 선으로 그리지 않습니다. 각 행의 합은 1입니다.</translation>
    </message>
    <message>
        <source>Draw the lines of this head as well, named and in their own pattern.</source>
        <translation>이 헤드의 선도 이름과 고유한 무늬로 함께 그립니다.</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>Lines per row</source>
        <translation>행마다 그릴 선</translation>
    </message>
    <message>
        <source>Only the strongest lines of each row are drawn.</source>
        <translation>행마다 가장 강한 선만 그립니다.</translation>
    </message>
    <message>
        <source>The selected head is always drawn; press to draw it alone.</source>
        <translation>선택한 헤드는 항상 그려집니다. 누르면 이 헤드만 그립니다.</translation>
    </message>
    <message>
        <source>Weakest line</source>
        <translation>가장 약한 선</translation>
    </message>
    <message>
        <source>all</source>
        <translation>모두</translation>
    </message>
</context>
<context>
    <name>Listing</name>
    <message>
        <source>Candidates of step %1</source>
        <translation>시점 %1의 후보 토큰</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>뜻</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>Probability</source>
        <translation>확률</translation>
    </message>
    <message>
        <source>Rank</source>
        <translation>순위</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>쪽</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>Tokens of the source and the target</source>
        <translation>소스와 타겟의 토큰</translation>
    </message>
    <message>
        <source>all others</source>
        <translation>나머지 모두</translation>
    </message>
    <message>
        <source>follows in this run</source>
        <translation>이 실행에서 생성됨</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>패딩</translation>
    </message>
    <message>
        <source>source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>target</source>
        <translation>타겟</translation>
    </message>
</context>
<context>
    <name>Logits</name>
    <message>
        <source>%1 more than the next logit: e^%1 = %2 times its probability.</source>
        <translation>다음 로짓보다 %1 큽니다: 확률은 e^%1 = %2배입니다.</translation>
    </message>
    <message>
        <source>Logit of %1</source>
        <translation>%1의 로짓</translation>
    </message>
    <message>
        <source>Logits of the candidates</source>
        <translation>후보 토큰의 로짓</translation>
    </message>
    <message>
        <source>Softmax over the vocabulary</source>
        <translation>어휘 사전에 대한 소프트맥스</translation>
    </message>
    <message>
        <source>Step %1: a logit is h · the token’s row of the vocabulary head; any number, and only differences count.</source>
        <translation>시점 %1: 로짓은 h · (출력층(Linear)에서 그 토큰의 행)입니다. 어떤 수든 될 수 있고, 차이만 의미가 있습니다.</translation>
    </message>
    <message>
        <source>The matrices of the open checkpoint do not give this run’s candidates.</source>
        <translation>열려 있는 체크포인트의 행렬로는 이 실행의 후보 토큰이 나오지 않습니다.</translation>
    </message>
    <message>
        <source>h: output of the decoder</source>
        <translation>h: 디코더의 결과 벡터</translation>
    </message>
    <message>
        <source>ln Σ e^logit over the whole vocabulary = %1</source>
        <translation>어휘 사전 전체의 ln Σ e^로짓 = %1</translation>
    </message>
    <message>
        <source>logits</source>
        <translation>로짓</translation>
    </message>
    <message>
        <source>probabilities</source>
        <translation>확률</translation>
    </message>
    <message>
        <source>row of %1 in the vocabulary head</source>
        <translation>출력층(Linear)에서 %1의 행</translation>
    </message>
    <message>
        <source>sum of %1 products = %2</source>
        <translation>곱 %1개의 합 = %2</translation>
    </message>
    <message>
        <source>their products</source>
        <translation>둘의 곱</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>More</source>
        <translation>더 보기</translation>
    </message>
    <message>
        <source>Session</source>
        <translation>세션</translation>
    </message>
    <message>
        <source>The most used commands; Ctrl+Shift+P finds all of them</source>
        <translation>자주 쓰는 명령입니다. Ctrl+Shift+P로 모든 명령을 찾을 수 있습니다</translation>
    </message>
    <message>
        <source>Views</source>
        <translation>보기</translation>
    </message>
</context>
<context>
    <name>Manual</name>
    <message>
        <source>Contents</source>
        <translation>차례</translation>
    </message>
    <message>
        <source>Found: %1</source>
        <translation>찾은 곳: %1</translation>
    </message>
    <message>
        <source>Manual</source>
        <translation>설명서</translation>
    </message>
    <message>
        <source>Search the manual</source>
        <translation>설명서에서 찾기</translation>
    </message>
    <message>
        <source>Text of the manual</source>
        <translation>설명서 본문</translation>
    </message>
</context>
<context>
    <name>MapPane</name>
    <message>
        <source>A number has the colour that it has in the views.</source>
        <translation>값의 색을 뷰에서와 같게 합니다.</translation>
    </message>
    <message>
        <source>As in the views</source>
        <translation>뷰와 같게</translation>
    </message>
    <message>
        <source>Colours from</source>
        <translation>색 범위</translation>
    </message>
    <message>
        <source>Curves</source>
        <translation>곡선</translation>
    </message>
    <message>
        <source>mean of what is in view</source>
        <translation>보이는 부분의 평균</translation>
    </message>
    <message>
        <source>number of full colour</source>
        <translation>가장 진한 색의 값</translation>
    </message>
    <message>
        <source>number of the palest colour</source>
        <translation>가장 옅은 색의 값</translation>
    </message>
    <message>
        <source>selected row and column</source>
        <translation>선택한 행과 열</translation>
    </message>
    <message>
        <source>to</source>
        <translation>~</translation>
    </message>
    <message>
        <source>what the curves show</source>
        <translation>곡선이 보여 주는 것</translation>
    </message>
</context>
<context>
    <name>Masking</name>
    <message>
        <source>%1, layer %2, head %3, row of %4: %5 of %6 keys are blocked.</source>
        <translation>%1, 레이어 %2, 헤드 %3, %4 행: 키 %6개 중 %5개가 가려져 있습니다.</translation>
    </message>
    <message>
        <source>0 in their place, after softmax</source>
        <translation>softmax 이후, 가려진 자리에 0</translation>
    </message>
    <message>
        <source>0 in their place, before softmax</source>
        <translation>softmax 이전, 가려진 자리에 0</translation>
    </message>
    <message>
        <source>In the selected row nothing is blocked, so here is one where something is.</source>
        <translation>선택한 행에는 가려진 것이 없어, 가려진 것이 있는 행을 보여 줍니다.</translation>
    </message>
    <message>
        <source>Nothing is blocked anywhere in this run: one token, and no padding.</source>
        <translation>이 실행에는 가려진 칸이 없습니다: 토큰이 하나이고 패딩이 없습니다.</translation>
    </message>
    <message>
        <source>Sum over the keys that may be attended to: %1</source>
        <translation>볼 수 있는 키의 합: %1</translation>
    </message>
    <message>
        <source>The blocked keys (%2) would get %1 of the weight.</source>
        <translation>가려진 키(%2)가 받게 될 어텐션 가중치: %1.</translation>
    </message>
    <message>
        <source>The row would sum to %1 instead of 1: the blocked keys have already taken their part of the sum.</source>
        <translation>행의 합은 1이 아니라 %1일 것입니다. 가려진 키가 이미 합에서 제 몫을 가져갔습니다.</translation>
    </message>
    <message>
        <source>This network fills in %1: e^(%1 − %2) = %3 in 32-bit numbers.</source>
        <translation>이 모델이 쓰는 값은 %1입니다: 32비트 수로 e^(%1 − %2) = %3.</translation>
    </message>
    <message>
        <source>This network fills in −∞.</source>
        <translation>이 모델은 −∞를 씁니다.</translation>
    </message>
    <message>
        <source>Without a mask</source>
        <translation>마스크가 없을 때</translation>
    </message>
    <message>
        <source>e^(−∞) = 0: a blocked key adds nothing to the sum, and the others share all of it.</source>
        <translation>e^(−∞) = 0: 가려진 키는 합에 아무것도 더하지 않고, 나머지 키가 전부를 나누어 가집니다.</translation>
    </message>
    <message>
        <source>e^0 = 1, which is not nothing: a score of 0 is a score like any other.</source>
        <translation>e^0 = 1이며 0이 아닙니다. 스코어 0도 다른 값과 똑같은 스코어입니다.</translation>
    </message>
    <message>
        <source>scores</source>
        <translation>어텐션 스코어</translation>
    </message>
    <message>
        <source>weights</source>
        <translation>어텐션 가중치</translation>
    </message>
    <message>
        <source>−∞ in their place, before softmax</source>
        <translation>softmax 이전, 가려진 자리에 −∞</translation>
    </message>
</context>
<context>
    <name>MasksView</name>
    <message>
        <source>Add 4 &lt;pad&gt;</source>
        <translation>&lt;pad&gt; 4개 추가</translation>
    </message>
    <message>
        <source>Adds a sentence at least a third shorter, runs both as one padded batch and shows the shorter one: its &lt;pad&gt; tokens are what the padding mask hides.</source>
        <translation>3분의 1 이상 짧은 문장을 더해 패딩한 배치 하나로 실행하고 짧은 쪽을 보여 줍니다. 그 &lt;pad&gt; 토큰이 패딩 마스크가 가리는 것입니다.</translation>
    </message>
    <message>
        <source>All rows in one pass</source>
        <translation>모든 행을 한 번에</translation>
    </message>
    <message>
        <source>As in your code</source>
        <translation>내 코드의 표기로</translation>
    </message>
    <message>
        <source>Check: whole target</source>
        <translation>확인: 타겟 전체</translation>
    </message>
    <message>
        <source>Click: as it was before</source>
        <translation>클릭: 원래대로</translation>
    </message>
    <message>
        <source>Click: block this cell, in every layer and head</source>
        <translation>클릭: 이 칸 가리기 (모든 레이어와 헤드에서)</translation>
    </message>
    <message>
        <source>Click: let this cell be attended to, in every layer and head</source>
        <translation>클릭: 이 칸을 볼 수 있게 하기 (모든 레이어와 헤드에서)</translation>
    </message>
    <message>
        <source>Compare with before</source>
        <translation>바꾸기 전과 비교</translation>
    </message>
    <message>
        <source>Names, shapes and values of the masks as in the code of this model’s family: in some True means blocked, others add −∞.</source>
        <translation>이 모델 계열의 코드에 나오는 마스크 이름, 모양, 값으로 표시합니다. True가 가려짐인 코드도 있고 −∞를 더하는 코드도 있습니다.</translation>
    </message>
    <message>
        <source>Padding is in the source: the encoder’s mask shows it</source>
        <translation>패딩은 소스에 있습니다. 인코더의 마스크에서 볼 수 있습니다</translation>
    </message>
    <message>
        <source>Padding is in the source: the mask of cross attention shows it</source>
        <translation>패딩은 소스에 있습니다. 크로스 어텐션의 마스크에서 볼 수 있습니다</translation>
    </message>
    <message>
        <source>Remove padding</source>
        <translation>패딩 제거</translation>
    </message>
    <message>
        <source>Runs the decoder over the whole target in one pass and compares every weight with the row as it was computed when later tokens did not exist (paper, 3.1).</source>
        <translation>디코더에 타겟 전체를 한 번에 넣고, 뒤 토큰이 아직 없을 때 계산된 행과 모든 어텐션 가중치를 비교합니다(논문 3.1절).</translation>
    </message>
    <message>
        <source>Runs the sentence again with 4 more &lt;pad&gt; tokens. No visible weight changes.</source>
        <translation>&lt;pad&gt; 토큰 4개를 더해 문장을 다시 실행합니다. 볼 수 있는 칸의 어텐션 가중치는 바뀌지 않습니다.</translation>
    </message>
    <message>
        <source>Runs the sentence again without the added &lt;pad&gt; tokens.</source>
        <translation>추가한 &lt;pad&gt; 토큰 없이 문장을 다시 실행합니다.</translation>
    </message>
    <message>
        <source>Shorter sentence</source>
        <translation>더 짧은 문장</translation>
    </message>
    <message>
        <source>Shows the run without this padding, or without the changed mask, beside this one, with the difference of every weight.</source>
        <translation>이 패딩이 없거나 마스크를 바꾸기 전의 실행을 지금 실행과 나란히, 어텐션 가중치마다 차이와 함께 보여 줍니다.</translation>
    </message>
    <message>
        <source>Teacher forcing: this translation is given to the decoder as a whole, so that every row has scores for later tokens, and the mask something to hide.</source>
        <translation>티처 포싱: 이 번역 전체를 디코더에 줍니다. 그래서 모든 행에 나중 토큰의 스코어가 있고, 마스크가 가릴 것이 생깁니다.</translation>
    </message>
    <message>
        <source>computed by Headscope</source>
        <translation>Headscope가 계산함</translation>
    </message>
    <message>
        <source>recorded from your own code</source>
        <translation>내 코드에서 기록함</translation>
    </message>
</context>
<context>
    <name>Measuring</name>
    <message>
        <source>Measure again</source>
        <translation>다시 측정하세요</translation>
    </message>
    <message>
        <source>Open a checkpoint with a vocabulary head</source>
        <translation>출력층(Linear)이 있는 체크포인트를 여세요</translation>
    </message>
    <message>
        <source>Translate the sentence again first</source>
        <translation>먼저 문장을 다시 번역하세요</translation>
    </message>
    <message>
        <source>it has no next tokens, and so no probability to measure</source>
        <translation>생성 토큰이 없어 측정할 확률이 없습니다</translation>
    </message>
    <message>
        <source>measurement</source>
        <translation>측정</translation>
    </message>
    <message>
        <source>something was changed inside the network while it ran</source>
        <translation>실행하는 동안 모델 안에서 무언가가 바뀌었습니다</translation>
    </message>
    <message>
        <source>the engine’s answer does not fit the run</source>
        <translation>엔진의 답이 이 실행과 맞지 않습니다</translation>
    </message>
</context>
<context>
    <name>ModelMap</name>
    <message>
        <source>%1 more layers</source>
        <translation>레이어 %1개 더</translation>
    </message>
    <message>
        <source>%1 more layers; go to layer %2</source>
        <translation>레이어 %1개 더 있음; 클릭하면 레이어 %2 선택</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1, layer %2</source>
        <translation>%1, 레이어 %2</translation>
    </message>
    <message>
        <source>Add &amp; Norm</source>
        <translation>잔차 연결 + 층 정규화|잔차 + 정규화|Add &amp; Norm</translation>
    </message>
    <message>
        <source>Adds what the sub-layer received to what it computed, then %1: %2</source>
        <translation>서브 레이어가 받은 값을 계산 결과에 더하고(잔차 연결) %1: %2</translation>
    </message>
    <message>
        <source>Adds what the sub-layer received to what it computed: %2</source>
        <translation>서브 레이어가 받은 값을 계산 결과에 더함(잔차 연결): %2</translation>
    </message>
    <message>
        <source>At each position by itself: %4 (3.3)</source>
        <translation>위치마다 따로: %4 (3.3)</translation>
    </message>
    <message>
        <source>Cross attention|Cross-att.|Cross</source>
        <translation>크로스 어텐션|크로스</translation>
    </message>
    <message>
        <source>Decoder</source>
        <translation>디코더</translation>
    </message>
    <message>
        <source>Embedding|Emb.</source>
        <translation>임베딩</translation>
    </message>
    <message>
        <source>Encoder</source>
        <translation>인코더</translation>
    </message>
    <message>
        <source>Every source position gives weight to every source position</source>
        <translation>모든 소스 위치가 모든 소스 위치에 가중치를 줍니다</translation>
    </message>
    <message>
        <source>Every target position gives weight to itself and the positions before it</source>
        <translation>모든 타겟 위치가 자기 자신과 그 앞의 위치에 가중치를 줍니다</translation>
    </message>
    <message>
        <source>Every target position gives weight to the encoder’s output</source>
        <translation>모든 타겟 위치가 인코더 출력에 가중치를 줍니다</translation>
    </message>
    <message>
        <source>Feed-forward|FFN</source>
        <translation>피드 포워드 신경망|피드 포워드|FFN</translation>
    </message>
    <message>
        <source>Final norm|Norm</source>
        <translation>마지막 층 정규화|층 정규화|Norm</translation>
    </message>
    <message>
        <source>Head %1 of %2</source>
        <translation>헤드 %1 / %2</translation>
    </message>
    <message>
        <source>Learned positions|Positions|Pos.</source>
        <translation>포지셔널 임베딩|위치</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>출력층(Linear)|Linear</translation>
    </message>
    <message>
        <source>Logits become probabilities over the whole vocabulary</source>
        <translation>로짓을 어휘 사전 전체의 확률로 바꿈</translation>
    </message>
    <message>
        <source>Map of the model</source>
        <translation>모델 구조도</translation>
    </message>
    <message>
        <source>Masked self-attention|Masked self-att.|Masked|Self</source>
        <translation>마스크드 셀프 어텐션|마스크드 셀프|마스크드|셀프</translation>
    </message>
    <message>
        <source>No model</source>
        <translation>모델 없음</translation>
    </message>
    <message>
        <source>Norm</source>
        <translation>층 정규화|Norm</translation>
    </message>
    <message>
        <source>One logit per vocabulary entry</source>
        <translation>어휘 사전의 토큰마다 로짓 하나</translation>
    </message>
    <message>
        <source>One logit per vocabulary entry, of what it reads divided by √M</source>
        <translation>어휘 사전의 항목마다 로짓 하나, 받은 벡터를 √M으로 나눈 다음</translation>
    </message>
    <message>
        <source>One more %1 after the stack</source>
        <translation>모든 레이어 다음에 한 번 더 하는 %1</translation>
    </message>
    <message>
        <source>One vector per position, added to the token&apos;s: %3</source>
        <translation>위치마다 벡터 하나, 토큰의 벡터에 더함: %3</translation>
    </message>
    <message>
        <source>One vector per token, from a learned table</source>
        <translation>토큰마다 벡터 하나, 학습된 행렬에서 가져옴</translation>
    </message>
    <message>
        <source>One vector per token, from a learned table, times √M (3.4)</source>
        <translation>토큰마다 벡터 하나, 학습된 행렬에서 가져와 √M을 곱함 (3.4)</translation>
    </message>
    <message>
        <source>Positional encoding|Positions|Pos.</source>
        <translation>포지셔널 인코딩|위치</translation>
    </message>
    <message>
        <source>Self-attention|Self-att.|Self</source>
        <translation>셀프 어텐션|셀프</translation>
    </message>
    <message>
        <source>Softmax</source>
        <translation>Softmax</translation>
    </message>
    <message>
        <source>The open model appears here</source>
        <translation>모델을 열면 여기에 나타납니다</translation>
    </message>
    <message>
        <source>The same two layers at each position by itself (3.3)</source>
        <translation>위치마다 따로 적용하는 같은 두 층 (3.3)</translation>
    </message>
    <message>
        <source>The sub-layer reads %1(x), not x (pre-norm)</source>
        <translation>서브 레이어가 받는 것: x가 아니라 %1(x) (pre-norm)</translation>
    </message>
    <message>
        <source>This run holds no weights of it</source>
        <translation>이 실행에는 여기의 어텐션 가중치가 없습니다</translation>
    </message>
    <message>
        <source>hidden states</source>
        <translation>은닉 상태</translation>
    </message>
    <message>
        <source>input %1</source>
        <translation>디코더 입력 %1</translation>
    </message>
    <message>
        <source>label %1</source>
        <translation>정답 토큰 %1</translation>
    </message>
    <message>
        <source>next token %1</source>
        <translation>생성 %1</translation>
    </message>
    <message>
        <source>no vocabulary head</source>
        <translation>출력층(Linear) 없음</translation>
    </message>
    <message>
        <source>source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>target</source>
        <translation>타겟</translation>
    </message>
    <message>
        <source>target so far</source>
        <translation>지금까지의 타겟</translation>
    </message>
</context>
<context>
    <name>NormOrder</name>
    <message>
        <source>%1, at %2: ‖x‖ = %3 before the first sub-layer, %4 before the last of %5</source>
        <translation>%1, 위치 %2: 첫 서브 레이어가 받는 ‖x‖ = %3, 서브 레이어 %5개 중 마지막이 받는 ‖x‖ = %4</translation>
    </message>
    <message>
        <source>After the last layer</source>
        <translation>마지막 레이어 다음</translation>
    </message>
    <message>
        <source>Before: x itself goes from bottom to top unchanged but for what is added, and grows. After: every sub-layer’s result is brought back to one size.</source>
        <translation>앞: x는 더해지는 것 말고는 그대로 아래에서 위로 가며 커집니다. 뒤: 서브 레이어마다 결과가 같은 크기로 돌아옵니다.</translation>
    </message>
    <message>
        <source>Here every norm comes after the sum (post-norm), as in the paper.</source>
        <translation>여기서는 층 정규화가 논문처럼 합 뒤에 있습니다(post-norm).</translation>
    </message>
    <message>
        <source>Here every norm comes before its sub-layer (pre-norm); in the paper after.</source>
        <translation>여기서는 층 정규화가 서브 레이어 앞에 있습니다(pre-norm). 논문에서는 뒤에 있습니다.</translation>
    </message>
    <message>
        <source>Length of the residual stream</source>
        <translation>잔차 스트림의 길이</translation>
    </message>
    <message>
        <source>No further norm: the last sub-layer’s own has come last.</source>
        <translation>정규화가 더 없습니다. 마지막 서브 레이어의 정규화가 끝입니다.</translation>
    </message>
    <message>
        <source>No norm after the last layer is recorded.</source>
        <translation>마지막 레이어 다음의 층 정규화는 기록되어 있지 않습니다.</translation>
    </message>
    <message>
        <source>One more %1, since nothing has normed the sum: μ = %2, σ = %3</source>
        <translation>합을 정규화한 것이 없으므로 한 번 더 %1: μ = %2, σ = %3</translation>
    </message>
    <message>
        <source>One more %1: μ = %2, σ = %3</source>
        <translation>한 번 더 %1: μ = %2, σ = %3</translation>
    </message>
    <message>
        <source>Post-norm needs a learning rate that warms up slowly (paper, 5.3); pre-norm trains without it (Xiong et al. 2020).</source>
        <translation>post-norm은 학습률을 천천히 올려야 합니다(논문 5.3). pre-norm은 그러지 않아도 학습됩니다(Xiong et al. 2020).</translation>
    </message>
    <message>
        <source>The two orders</source>
        <translation>두 순서</translation>
    </message>
    <message>
        <source>This run does not say where its network has its norms.</source>
        <translation>이 실행에는 층 정규화의 위치가 적혀 있지 않습니다.</translation>
    </message>
    <message>
        <source>This run was recorded without its residual stream. Translate the sentence again to see it.</source>
        <translation>잔차 스트림 없이 기록한 실행입니다. 문장을 다시 번역하면 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>bars of each layer: %1</source>
        <translation>레이어마다 막대 순서: %1</translation>
    </message>
    <message>
        <source>cross attention</source>
        <translation>크로스 어텐션</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>디코더</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>인코더</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>피드 포워드</translation>
    </message>
    <message>
        <source>here: %1</source>
        <translation>여기: %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>레이어 %1</translation>
    </message>
    <message>
        <source>self-attention</source>
        <translation>셀프 어텐션</translation>
    </message>
    <message>
        <source>the other order: %1</source>
        <translation>다른 순서: %1</translation>
    </message>
    <message>
        <source>‖f(x)‖ that it adds</source>
        <translation>각 서브 레이어가 더하는 ‖f(x)‖</translation>
    </message>
    <message>
        <source>‖x‖ that each sub-layer reads</source>
        <translation>각 서브 레이어가 받는 ‖x‖</translation>
    </message>
</context>
<context>
    <name>Notes</name>
    <message>
        <source>A line about what is selected now, with a button that comes back to it.</source>
        <translation>지금 선택한 자리에 대한 한 줄입니다. 버튼을 누르면 그 자리로 돌아옵니다.</translation>
    </message>
    <message>
        <source>Delete note</source>
        <translation>이 메모 지우기</translation>
    </message>
    <message>
        <source>Go there: %1</source>
        <translation>그 자리로 이동: %1</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>이동: %1</translation>
    </message>
    <message>
        <source>It is about another run: %1</source>
        <translation>다른 실행에 대한 메모입니다: %1</translation>
    </message>
    <message>
        <source>Note about %1</source>
        <translation>메모: %1</translation>
    </message>
    <message>
        <source>Note this place</source>
        <translation>이 자리에 메모</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Plain text about the whole session; Ctrl+Z undoes typing.</source>
        <translation>세션 전체에 대한 글입니다. Ctrl+Z로 되돌립니다.</translation>
    </message>
    <message>
        <source>What is worth remembering; saved with the session (Ctrl+S)</source>
        <translation>기억해 둘 내용. 세션과 함께 저장됩니다(Ctrl+S)</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>크로스</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>디코더</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>인코더</translation>
    </message>
    <message>
        <source>key position %1</source>
        <translation>키 위치 %1</translation>
    </message>
    <message>
        <source>query position %1</source>
        <translation>쿼리 위치 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>시점 %1</translation>
    </message>
</context>
<context>
    <name>OpeningDialog</name>
    <message>
        <source>%1 (each %2 wide)</source>
        <translation>%1개 (각 %2차원)</translation>
    </message>
    <message>
        <source>%1 heads are the least surprised by these translations: %2 nats per token</source>
        <translation>헤드 %1개일 때 이 번역의 손실이 가장 작습니다: 토큰당 %2 nat</translation>
    </message>
    <message>
        <source>%1: %2 parameters, %3 + %4 layers, width %5</source>
        <translation>%1: 파라미터 %2개, 레이어 %3 + %4개, 너비 %5</translation>
    </message>
    <message>
        <source>, then %1 heads: %2</source>
        <translation>, 다음은 헤드 %1개: %2</translation>
    </message>
    <message>
        <source>; and %1 of what else is open</source>
        <translation>; 그 밖의 항목은 %1</translation>
    </message>
    <message>
        <source>A file of weights does not say everything. What it leaves open:</source>
        <translation>모델 파일만으로는 알 수 없는 것이 있습니다. 확인해 주세요:</translation>
    </message>
    <message>
        <source>A run of your own code, recorded with headscope_recorder.py (.npz), decides most of these questions.</source>
        <translation>headscope_recorder.py로 기록한 내 코드의 실행(.npz)이 있으면 이 질문 대부분의 답이 정해집니다.</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>찾아보기…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>Compare with a recorded run…</source>
        <translation>기록한 실행과 비교…</translation>
    </message>
    <message>
        <source>I do not know (%1 is used, and marked)</source>
        <translation>모르겠음 (이 값을 쓰고 표시함: %1)</translation>
    </message>
    <message>
        <source>No answers compute your recorded run; the nearest (%1) differ by %2.</source>
        <translation>기록한 실행과 같은 결과를 내는 답이 없습니다. 가장 가까운 답(%1)도 %2만큼 다릅니다.</translation>
    </message>
    <message>
        <source>Not sure? Compare with sentence pairs…</source>
        <translation>확실하지 않다면 문장 쌍으로 비교…</translation>
    </message>
    <message>
        <source>One pair a line: sentence | translation. The more, the better.</source>
        <translation>한 줄에 한 쌍: 문장 | 번역. 많을수록 좋습니다.</translation>
    </message>
    <message>
        <source>Only a hint, and from %1 pairs a weak one: a hundred say much more.</source>
        <translation>참고용일 뿐이며, 문장 쌍 %1개로는 근거가 약합니다. 100개면 훨씬 믿을 만합니다.</translation>
    </message>
    <message>
        <source>Only a hint, from %1 pairs.</source>
        <translation>문장 쌍 %1개에 근거한 참고용입니다.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 열기</translation>
    </message>
    <message>
        <source>Sentence pairs</source>
        <translation>문장 쌍</translation>
    </message>
    <message>
        <source>The rest is taken like this; change what is wrong:</source>
        <translation>나머지는 다음과 같이 정했습니다. 다르면 바꾸세요:</translation>
    </message>
    <message>
        <source>Your answers are remembered for this file.</source>
        <translation>답은 이 파일에 대해 기억됩니다.</translation>
    </message>
    <message>
        <source>Your recorded run is computed exactly so: %1. It is filled in above.</source>
        <translation>이 답으로 기록한 실행과 똑같이 계산됩니다: %1. 위에 채워 넣었습니다.</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>출처: %1</translation>
    </message>
    <message>
        <source>no</source>
        <translation>아니요</translation>
    </message>
    <message>
        <source>none: tokens are ids</source>
        <translation>없음: 토큰을 번호(ID)로 표시</translation>
    </message>
    <message>
        <source>please check: %1</source>
        <translation>확인 필요: %1</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>예</translation>
    </message>
</context>
<context>
    <name>Palette</name>
    <message>
        <source>Click a line, or choose with ↑ ↓ and press Enter</source>
        <translation>줄을 클릭하거나 ↑ ↓로 고르고 Enter를 누르세요</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>명령 찾기</translation>
    </message>
    <message>
        <source>Finds words, synonyms and names from code; Enter runs the entry</source>
        <translation>단어, 다른 이름, 코드 속 이름으로 찾고 Enter로 실행합니다</translation>
    </message>
    <message>
        <source>Found commands</source>
        <translation>찾은 명령</translation>
    </message>
    <message>
        <source>Go to %1</source>
        <translation>이동: %1</translation>
    </message>
    <message>
        <source>Heads by: %1</source>
        <translation>헤드 순서: %1</translation>
    </message>
    <message>
        <source>No match. Try fewer letters, or another word.</source>
        <translation>찾은 것이 없습니다. 더 짧게 입력하거나 다른 단어로 찾아보세요.</translation>
    </message>
    <message>
        <source>Not possible now.</source>
        <translation>지금은 할 수 없습니다.</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>열기: %1</translation>
    </message>
    <message>
        <source>Run on %1</source>
        <translation>%1에서 실행</translation>
    </message>
    <message>
        <source>Select this place; all views follow.</source>
        <translation>이곳을 고릅니다. 모든 보기가 따라옵니다.</translation>
    </message>
    <message>
        <source>Settings: %1</source>
        <translation>설정: %1</translation>
    </message>
    <message>
        <source>Step %1: label “%2”</source>
        <translation>시점 %1: 정답 토큰 “%2”</translation>
    </message>
    <message>
        <source>Step %1: next token “%2”</source>
        <translation>시점 %1: “%2” 생성</translation>
    </message>
    <message>
        <source>There is no run yet.</source>
        <translation>아직 실행한 것이 없습니다.</translation>
    </message>
    <message>
        <source>This run has %1 layers, %2 heads and %3 steps.</source>
        <translation>이 실행에는 레이어 %1개, 헤드 %2개, 시점 %3개가 있습니다.</translation>
    </message>
    <message>
        <source>Translate “%1”</source>
        <translation>번역: “%1”</translation>
    </message>
    <message>
        <source>What do you want? A command, “2.3”, “step 5”, a word…</source>
        <translation>무엇을 할까요? 명령, “2.3”, “시점 5”, 단어…</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>헤드 %1</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>레이어 %1</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>시점 %1</translation>
    </message>
</context>
<context>
    <name>Parameters</name>
    <message>
        <source>%1 has %2 parameters in %3 arrays; one that two parts share counts once.</source>
        <translation>%1의 파라미터는 배열 %3개에 %2개입니다. 두 곳이 함께 쓰는 배열은 한 번만 셉니다.</translation>
    </message>
    <message>
        <source>Embeddings, vocabulary head and last norms</source>
        <translation>임베딩, 출력층(Linear), 마지막 층 정규화</translation>
    </message>
    <message>
        <source>One layer of the decoder</source>
        <translation>디코더의 레이어 하나</translation>
    </message>
    <message>
        <source>One layer of the encoder</source>
        <translation>인코더의 레이어 하나</translation>
    </message>
    <message>
        <source>The vocabulary head shares the matrix of an embedding (3.4).</source>
        <translation>출력층(Linear)은 임베딩의 행렬을 함께 씁니다(3.4).</translation>
    </message>
    <message>
        <source>They are in the checkpoint that recorded this run: open it.</source>
        <translation>이 실행을 기록한 체크포인트에 있습니다. 그 체크포인트를 여세요.</translation>
    </message>
    <message>
        <source>Where they are</source>
        <translation>어디에 있는지</translation>
    </message>
    <message>
        <source>around them</source>
        <translation>그 주위</translation>
    </message>
    <message>
        <source>cross attention: W_Q, W_K, W_V, W_O</source>
        <translation>크로스 어텐션: W_Q, W_K, W_V, W_O</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>디코더</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>인코더</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>피드 포워드</translation>
    </message>
    <message>
        <source>norms</source>
        <translation>층 정규화</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>파라미터</translation>
    </message>
    <message>
        <source>self-attention: W_Q, W_K, W_V, W_O</source>
        <translation>셀프 어텐션: W_Q, W_K, W_V, W_O</translation>
    </message>
    <message>
        <source>together %1; all %2 layers %3</source>
        <translation>합계 %1, 레이어 %2개 전체 %3</translation>
    </message>
</context>
<context>
    <name>PlotSheet</name>
    <message>
        <source>All numbers of the plot, for a spreadsheet; of a map those in view or marked.</source>
        <translation>그래프의 모든 수치를 스프레드시트용으로 복사합니다. 맵은 보이거나 표시한 부분만 복사합니다.</translation>
    </message>
    <message>
        <source>Copy numbers</source>
        <translation>수치 복사</translation>
    </message>
    <message>
        <source>Copying… %1 %</source>
        <translation>복사하는 중… %1%</translation>
    </message>
    <message>
        <source>Ends zoom and pan. Also: a double click, or 0.</source>
        <translation>확대와 이동을 끝냅니다. 더블 클릭이나 0도 같습니다.</translation>
    </message>
    <message>
        <source>Numbers (CSV)</source>
        <translation>수치(CSV)</translation>
    </message>
    <message>
        <source>Numbers in view (CSV)</source>
        <translation>보이는 부분의 수치(CSV)</translation>
    </message>
    <message>
        <source>Numbers of the rectangle (CSV)</source>
        <translation>사각형의 수치 (CSV)</translation>
    </message>
    <message>
        <source>Picture (PNG)</source>
        <translation>그림(PNG)</translation>
    </message>
    <message>
        <source>Plots</source>
        <translation>그래프</translation>
    </message>
    <message>
        <source>Save the plot</source>
        <translation>그래프 저장</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>저장…</translation>
    </message>
    <message>
        <source>Shift and dragging, or R, marks a rectangle.</source>
        <translation>Shift를 누르고 끌거나 R을 누르면 사각형을 표시합니다.</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>모두 보기</translation>
    </message>
    <message>
        <source>The numbers are in the clipboard.</source>
        <translation>수치를 클립보드에 복사했습니다.</translation>
    </message>
    <message>
        <source>The plot as vectors (SVG, PDF) or as a picture (PNG), or its numbers (CSV).</source>
        <translation>그래프를 벡터(SVG, PDF)나 그림(PNG)으로, 또는 수치(CSV)로 저장합니다.</translation>
    </message>
    <message>
        <source>The wheel zooms, dragging moves, a click selects; arrows go to the next cell, + − 0 zoom.</source>
        <translation>휠로 확대하고, 끌어서 옮기고, 클릭해서 선택합니다. 화살표로 다음 칸으로 가고, + − 0으로 확대·축소합니다.</translation>
    </message>
    <message>
        <source>The wheel zooms, dragging moves, a click selects; ← and → go along.</source>
        <translation>휠로 확대하고, 끌어서 옮기고, 클릭해서 선택합니다. ←와 →로 따라갑니다.</translation>
    </message>
    <message>
        <source>Vectors (PDF)</source>
        <translation>벡터(PDF)</translation>
    </message>
    <message>
        <source>Vectors (SVG)</source>
        <translation>벡터(SVG)</translation>
    </message>
    <message>
        <source>plot</source>
        <translation>그래프</translation>
    </message>
</context>
<context>
    <name>Prediction</name>
    <message>
        <source>%1: logit %2 → probability %3</source>
        <translation>%1: 로짓 %2 → 확률 %3</translation>
    </message>
    <message>
        <source>A weight says which values a head adds up, not what the word is due to. The effect of a source word is measured by leaving it out.</source>
        <translation>어텐션 가중치는 헤드가 어떤 밸류를 더하는지를 말할 뿐, 단어가 예측된 이유는 아닙니다. 소스 단어의 영향은 그 단어를 없애 보고 측정합니다.</translation>
    </message>
    <message>
        <source>Candidates before the softmax → after it</source>
        <translation>후보 토큰: 소프트맥스 전 → 후</translation>
    </message>
    <message>
        <source>How this weight is computed</source>
        <translation>이 어텐션 가중치가 계산되는 과정</translation>
    </message>
    <message>
        <source>Its likeliest candidate is %1: %2.</source>
        <translation>확률이 가장 높은 후보는 %1: %2입니다.</translation>
    </message>
    <message>
        <source>Mean of all heads of cross attention on %1: %2</source>
        <translation>크로스 어텐션 전체 헤드가 %1에 주는 어텐션 가중치의 평균: %2</translation>
    </message>
    <message>
        <source>Softmax knows only by how much a logit is below the largest, here 0:</source>
        <translation>소프트맥스에는 가장 큰 로짓과의 차이만 중요합니다. 여기서는 가장 큰 값을 0으로 둡니다:</translation>
    </message>
    <message>
        <source>Source words that this step gives weight to</source>
        <translation>이 시점에서 가중치를 주는 소스 단어</translation>
    </message>
    <message>
        <source>Step %1: after %2 the model gives %3 the probability %4.</source>
        <translation>시점 %1: %2 다음에 올 토큰 %3의 모델 예측 확률은 %4입니다.</translation>
    </message>
    <message>
        <source>The head that aligns best gives most weight to %1: %2.</source>
        <translation>단어 정렬이 가장 좋은 헤드는 %1에 가장 큰 가중치를 줍니다: %2.</translation>
    </message>
    <message>
        <source>The logits</source>
        <translation>로짓</translation>
    </message>
    <message>
        <source>The next candidate is %1: %2.</source>
        <translation>다음 후보는 %1: %2입니다.</translation>
    </message>
    <message>
        <source>Without each word</source>
        <translation>단어 하나씩 없애면</translation>
    </message>
    <message>
        <source>logits, the largest 0</source>
        <translation>로짓(최댓값을 0으로)</translation>
    </message>
</context>
<context>
    <name>Presentation</name>
    <message>
        <source>Headscope: for the speaker</source>
        <translation>Headscope: 발표자용</translation>
    </message>
    <message>
        <source>Headscope: presentation</source>
        <translation>Headscope: 발표 화면</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Notes of the session appear here (Ctrl+Shift+N)</source>
        <translation>세션의 메모가 여기에 나옵니다 (Ctrl+Shift+N)</translation>
    </message>
    <message>
        <source>next: %1</source>
        <translation>다음: %1</translation>
    </message>
    <message>
        <source>next: this is the last step</source>
        <translation>다음: 마지막 시점입니다</translation>
    </message>
</context>
<context>
    <name>ProblemBanner</name>
    <message>
        <source>1 of %1</source>
        <translation>%1개 중 1번째</translation>
    </message>
    <message>
        <source>Close this message</source>
        <translation>이 메시지 닫기</translation>
    </message>
    <message>
        <source>Details…</source>
        <translation>자세히…</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>버리기</translation>
    </message>
    <message>
        <source>Find it…</source>
        <translation>찾기…</translation>
    </message>
    <message>
        <source>Go on with the CPU</source>
        <translation>CPU로 계속</translation>
    </message>
    <message>
        <source>Inspect the file…</source>
        <translation>파일 살펴보기…</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Open its checkpoint</source>
        <translation>체크포인트 열기</translation>
    </message>
    <message>
        <source>Recover</source>
        <translation>복구</translation>
    </message>
    <message>
        <source>Run it anyway</source>
        <translation>그래도 실행</translation>
    </message>
    <message>
        <source>Run without them</source>
        <translation>변경 없이 실행</translation>
    </message>
    <message>
        <source>Show the changes</source>
        <translation>변경 보기</translation>
    </message>
    <message>
        <source>Show the notebook cell…</source>
        <translation>노트북 셀 보기…</translation>
    </message>
    <message>
        <source>Start the engine</source>
        <translation>엔진 시작</translation>
    </message>
    <message>
        <source>The newest one; closing it shows the one before</source>
        <translation>가장 최근 알림입니다. 닫으면 그 앞의 알림이 나타납니다</translation>
    </message>
    <message>
        <source>What can be done about it; the message closes then</source>
        <translation>이렇게 해결할 수 있습니다. 누르면 이 알림은 닫힙니다</translation>
    </message>
</context>
<context>
    <name>Projections</name>
    <message>
        <source>%1 of %2</source>
        <translation>%2의 %1</translation>
    </message>
    <message>
        <source>%1 of this head, a row per dimension of %2</source>
        <translation>이 헤드의 %1, %2의 차원마다 한 행</translation>
    </message>
    <message>
        <source>Coming from the checkpoint…</source>
        <translation>체크포인트에서 읽는 중…</translation>
    </message>
    <message>
        <source>Its matrices are in the checkpoint that recorded this run: open it.</source>
        <translation>행렬은 이 실행을 기록한 체크포인트에 있습니다. 그 체크포인트를 여세요.</translation>
    </message>
    <message>
        <source>Point at a cell to see where its query, key and value come from.</source>
        <translation>칸을 가리키면 그 쿼리, 키, 밸류가 어디에서 나오는지 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>The matrices of the open checkpoint do not give this run’s vectors.</source>
        <translation>열려 있는 체크포인트의 행렬로는 이 실행의 벡터가 나오지 않습니다.</translation>
    </message>
    <message>
        <source>This run was recorded without its vectors. Translate the sentence again to see them.</source>
        <translation>벡터 없이 기록한 실행입니다. 문장을 다시 번역하면 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>bias b</source>
        <translation>편향 b</translation>
    </message>
    <message>
        <source>products that give %1</source>
        <translation>더하면 %1 값이 되는 곱</translation>
    </message>
    <message>
        <source>q comes from the decoder’s row, k and v from the encoder’s output: the same at every step of the run.</source>
        <translation>q는 디코더의 행에서, k와 v는 인코더 출력에서 나옵니다. k와 v는 모든 시점에서 같습니다.</translation>
    </message>
    <message>
        <source>q comes from the row’s own position, k and v from the column’s, all in this stack.</source>
        <translation>q는 행의 위치에서, k와 v는 열의 위치에서 나오며, 모두 같은 스택 안에 있습니다.</translation>
    </message>
    <message>
        <source>x: input of this attention at %1</source>
        <translation>x: %1 위치에서 이 어텐션에 들어온 것</translation>
    </message>
    <message>
        <source>x: the encoder’s output at %1</source>
        <translation>x: %1 위치의 인코더 출력</translation>
    </message>
</context>
<context>
    <name>QAbstractFileIconProvider</name>
    <message>
        <source>Folder</source>
        <translation>폴더</translation>
    </message>
</context>
<context>
    <name>QShortcut</name>
    <message>
        <source>Down</source>
        <translation>↓</translation>
    </message>
    <message>
        <source>Left</source>
        <translation>←</translation>
    </message>
    <message>
        <source>Right</source>
        <translation>→</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>↑</translation>
    </message>
</context>
<context>
    <name>Questions</name>
    <message>
        <source>Decoder’s first input?</source>
        <translation>첫 디코더 입력 토큰?</translation>
    </message>
    <message>
        <source>Each is answered with this run’s own numbers</source>
        <translation>질문마다 이 실행의 숫자로 답합니다</translation>
    </message>
    <message>
        <source>Every matrix of the checkpoint by its shape: attention, feed-forward, norms, embeddings.</source>
        <translation>체크포인트의 모든 행렬을 모양으로 셉니다: 어텐션, 피드 포워드 신경망, 층 정규화, 임베딩.</translation>
    </message>
    <message>
        <source>Feed-forward?</source>
        <translation>피드 포워드?</translation>
    </message>
    <message>
        <source>How many parameters per block?</source>
        <translation>블록마다 파라미터가 몇 개인가요?</translation>
    </message>
    <message>
        <source>How many scores and multiplications this run took, and how many it would take at twice and four times the length (paper, table 1).</source>
        <translation>이 실행에 든 스코어와 곱셈의 수, 그리고 길이가 두 배, 네 배일 때의 수입니다(논문 표 1).</translation>
    </message>
    <message>
        <source>Masked?</source>
        <translation>마스크는?</translation>
    </message>
    <message>
        <source>More questions</source>
        <translation>질문 더 보기</translation>
    </message>
    <message>
        <source>Norm before or after?</source>
        <translation>층 정규화는 앞인가요, 뒤인가요?</translation>
    </message>
    <message>
        <source>Parameters?</source>
        <translation>파라미터?</translation>
    </message>
    <message>
        <source>Shows the masks of this attention on this sentence.</source>
        <translation>이 문장에서 이 어텐션의 마스크를 보여 줍니다.</translation>
    </message>
    <message>
        <source>Teacher forcing against step by step, the loss that this run would have, dropout (3.1, 5.4).</source>
        <translation>티처 포싱과 한 시점씩 디코딩의 차이, 이 실행의 손실, 드롭아웃입니다(3.1, 5.4).</translation>
    </message>
    <message>
        <source>The activations of the selected layer’s feed-forward at one position, and which units are on (3.3).</source>
        <translation>선택한 레이어의 피드 포워드 신경망이 한 위치에서 내는 활성값과 켜진 유닛입니다(3.3).</translation>
    </message>
    <message>
        <source>The candidates before the softmax over the vocabulary: h times a row of the vocabulary head each (3.4).</source>
        <translation>어휘 사전에 대한 softmax 이전의 후보 토큰입니다. 저마다 h와 출력층(Linear)의 한 행의 곱입니다(3.4).</translation>
    </message>
    <message>
        <source>The candidates of this step before and after the softmax, and the source words that the head that aligns best gives weight to.</source>
        <translation>이 시점의 후보 토큰을 소프트맥스 전과 후로 보여 주고, 단어 정렬이 가장 좋은 헤드가 어텐션 가중치를 주는 소스 단어를 보여 줍니다.</translation>
    </message>
    <message>
        <source>The start token, its vector, and the target shifted right by one (3.1, 3.4).</source>
        <translation>시작 토큰과 그 벡터, 그리고 오른쪽으로 한 칸 민 타겟입니다(3.1, 3.4).</translation>
    </message>
    <message>
        <source>There is no run yet.</source>
        <translation>아직 실행 기록이 없습니다.</translation>
    </message>
    <message>
        <source>This row with −∞ in the blocked scores, with 0 instead, and with the weights set to 0 after softmax (3.2.3).</source>
        <translation>가려진 스코어에 −∞를 넣은 행, 0을 넣은 행, softmax를 지난 어텐션 가중치를 0으로 바꾼 행을 비교합니다(3.2.3).</translation>
    </message>
    <message>
        <source>This run holds no next tokens that could change.</source>
        <translation>이 실행 기록에는 바뀔 수 있는 생성 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>Training?</source>
        <translation>학습할 때는?</translation>
    </message>
    <message>
        <source>What does length cost?</source>
        <translation>길이의 비용은 얼마인가요?</translation>
    </message>
    <message>
        <source>What does the feed-forward compute?</source>
        <translation>피드 포워드는 무엇을 계산하나요?</translation>
    </message>
    <message>
        <source>What if %1 were missing?</source>
        <translation>%1 없이 번역하면?</translation>
    </message>
    <message>
        <source>What if a word were missing?</source>
        <translation>단어 하나가 없다면?</translation>
    </message>
    <message>
        <source>What is different in training?</source>
        <translation>학습할 때는 무엇이 다른가요?</translation>
    </message>
    <message>
        <source>What is masked here?</source>
        <translation>여기서 무엇이 가려지나요?</translation>
    </message>
    <message>
        <source>What is the decoder’s first input?</source>
        <translation>첫 디코더 입력 토큰은 무엇인가요?</translation>
    </message>
    <message>
        <source>What were the logits?</source>
        <translation>로짓은 얼마였나요?</translation>
    </message>
    <message>
        <source>Where do q, k and v come from?</source>
        <translation>q, k, v는 어디에서 나오나요?</translation>
    </message>
    <message>
        <source>Where this network has its norms, and how the residual stream grows for it: pre-norm against post-norm (3.1).</source>
        <translation>이 모델의 층 정규화 위치와 그에 따른 잔차 스트림의 변화: pre-norm과 post-norm(3.1).</translation>
    </message>
    <message>
        <source>Why %1?</source>
        <translation>왜 %1일까요?</translation>
    </message>
    <message>
        <source>Why this number?</source>
        <translation>왜 이 숫자일까요?</translation>
    </message>
    <message>
        <source>Why this word?</source>
        <translation>왜 이 단어가 예측되었나요?</translation>
    </message>
    <message>
        <source>Why −∞?</source>
        <translation>왜 −∞인가요?</translation>
    </message>
    <message>
        <source>Why?</source>
        <translation>이유는?</translation>
    </message>
    <message>
        <source>Without %1?</source>
        <translation>%1 없이?</translation>
    </message>
    <message>
        <source>Without?</source>
        <translation>없다면?</translation>
    </message>
    <message>
        <source>x · W_Q, x · W_K and x · W_V of the selected cell, with the checkpoint’s own weights (3.2.2); in cross attention K and V come from the encoder’s output.</source>
        <translation>선택한 칸의 x · W_Q, x · W_K, x · W_V를 체크포인트의 행렬로 보여 줍니다(3.2.2). 크로스 어텐션의 K와 V는 인코더 출력에서 나옵니다.</translation>
    </message>
</context>
<context>
    <name>Readings</name>
    <message>
        <source>Computing the display…</source>
        <translation>표시할 값을 계산하는 중…</translation>
    </message>
</context>
<context>
    <name>RecentMenu</name>
    <message>
        <source>%1 (not there)</source>
        <translation>%1 (없음)</translation>
    </message>
    <message>
        <source>Nothing has been opened yet</source>
        <translation>아직 연 파일이 없습니다</translation>
    </message>
    <message>
        <source>Open recent</source>
        <translation>최근에 연 파일</translation>
    </message>
</context>
<context>
    <name>Recipes</name>
    <message>
        <source>&quot;Attention Is All You Need&quot;, table 3, base: 6 + 6 layers, width 512, 8 heads, 37,000 sub-words, one table for all.</source>
        <translation>‘Attention Is All You Need’ 표 3의 base: 레이어 6 + 6개, 너비 512, 헤드 8개, 서브워드 37,000개, 임베딩 표 하나를 함께 씁니다.</translation>
    </message>
    <message>
        <source>German → English, joint sub-words, cased: the checkpoint that opens by default.</source>
        <translation>독일어 → 영어, 공유 서브워드, 대소문자 구분: 기본으로 열리는 체크포인트입니다.</translation>
    </message>
    <message>
        <source>German → English, small: the run that is watched while it learns.</source>
        <translation>독일어 → 영어, 작은 모델: 학습되는 모습을 지켜보는 실행입니다.</translation>
    </message>
    <message>
        <source>German → English, whole words, lower-cased: the network of the sixth pytorch-seq2seq tutorial (tut6).</source>
        <translation>독일어 → 영어, 단어 단위, 소문자: pytorch-seq2seq 여섯 번째 튜토리얼(tut6)의 모델입니다.</translation>
    </message>
    <message>
        <source>The Korean tutorial with w_q … w_o and layerNorm1, in the paper&apos;s base size: whole words, padding hidden both ways.</source>
        <translation>w_q … w_o와 layerNorm1을 쓰는 한국어 튜토리얼, 논문의 base 크기: 단어 단위이고 패딩을 양쪽으로 가립니다.</translation>
    </message>
    <message>
        <source>The network of tut6 on Multi30k with warm-up, decay, label smoothing, more dropout and averaged weights.</source>
        <translation>Multi30k로 학습하는 tut6 모델에 워밍업, 감쇠, 라벨 스무딩, 더 큰 드롭아웃, 파라미터 평균을 더했습니다.</translation>
    </message>
    <message>
        <source>The network of tut6 on Multi30k: whole words, lower-cased, translated greedily, as the tutorial tests it.</source>
        <translation>Multi30k로 학습하는 tut6 모델: 단어 단위, 소문자, 튜토리얼처럼 그리디로 번역해 평가합니다.</translation>
    </message>
    <message>
        <source>The sizes of paul-hyun/transformer-evolution: 6 + 6 layers, width 256, 4 heads of 64, GELU, 8,007 sub-words.</source>
        <translation>paul-hyun/transformer-evolution의 크기: 레이어 6 + 6개, 너비 256, 64차원 헤드 4개, GELU, 서브워드 8,007개.</translation>
    </message>
</context>
<context>
    <name>Recovery</name>
    <message>
        <source>Recover or discard it</source>
        <translation>복구하거나 버리세요</translation>
    </message>
    <message>
        <source>The file is kept as %1</source>
        <translation>파일은 여기에 남겨 두었습니다: %1</translation>
    </message>
    <message>
        <source>it ended before everything was saved; a copy of %1 was kept</source>
        <translation>모두 저장하기 전에 프로그램이 끝났습니다. %1의 사본이 있습니다</translation>
    </message>
    <message>
        <source>the copy</source>
        <translation>사본</translation>
    </message>
</context>
<context>
    <name>Remarks</name>
    <message>
        <source>Remarks on the run on screen</source>
        <translation>화면에 있는 실행에 대한 알림</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>변경됨</translation>
    </message>
</context>
<context>
    <name>Resuming</name>
    <message>
        <source>Open it from where it is now</source>
        <translation>지금 있는 곳에서 여세요</translation>
    </message>
    <message>
        <source>This run has the changes of last time</source>
        <translation>지난번에 바꾼 것이 이 실행에 그대로 있습니다</translation>
    </message>
    <message>
        <source>it was open when Headscope ended, and is no longer there</source>
        <translation>Headscope를 끝낼 때 열려 있었지만 이제 그 자리에 없습니다</translation>
    </message>
</context>
<context>
    <name>RowSentence</name>
    <message>
        <source>%1 (position %2)</source>
        <translation>%1 (위치 %2)</translation>
    </message>
    <message>
        <source>%1 (position %2) gives all its weight to what is set aside</source>
        <translation>%1 (위치 %2): 모든 어텐션 가중치가 제외한 열에 있음</translation>
    </message>
    <message>
        <source>%1 (position %2) gives most weight to %3</source>
        <translation>%1 (위치 %2) 행이 가중치를 가장 많이 주는 열: %3</translation>
    </message>
    <message>
        <source>%1 (position %2) is padding; its row gives most weight to %3</source>
        <translation>%1 (위치 %2) 패딩 행이 가중치를 가장 많이 주는 열: %3</translation>
    </message>
    <message>
        <source>%1 (position %2), largest numbers: %3</source>
        <translation>%1 (위치 %2), 가장 큰 값: %3</translation>
    </message>
    <message>
        <source>%1 (position %2): no column may be attended to</source>
        <translation>%1 (위치 %2): 볼 수 있는 열이 없음</translation>
    </message>
    <message>
        <source>%1 came later: not there when this row was computed, it has no score</source>
        <translation>%1: 이 행을 계산할 때는 아직 없었으므로 스코어가 없습니다</translation>
    </message>
    <message>
        <source>%1 comes later: the look-ahead mask blocks it</source>
        <translation>%1: 뒤에 오는 토큰이라 룩어헤드 마스크가 가립니다</translation>
    </message>
    <message>
        <source>%1 is blocked by a change to the mask</source>
        <translation>%1: 바꾼 마스크가 가립니다</translation>
    </message>
    <message>
        <source>%1 is blocked by the mask of your own code</source>
        <translation>%1: 내 코드의 마스크가 가립니다</translation>
    </message>
    <message>
        <source>%1 is padding: the padding mask blocks it</source>
        <translation>%1: 패딩이라 패딩 마스크가 가립니다</translation>
    </message>
    <message>
        <source>%1. File ▸ Change what was assumed…</source>
        <translation>%1. 파일 ▸ 가정한 내용 바꾸기…</translation>
    </message>
    <message>
        <source>%1: input %2</source>
        <translation>%1: 디코더 입력 %2</translation>
    </message>
    <message>
        <source>%1: input %2 → %3</source>
        <translation>%1: 디코더 입력 %2 → %3</translation>
    </message>
    <message>
        <source>%1; all its weight is on what is set aside</source>
        <translation>%1; 모든 어텐션 가중치가 제외한 열에 있음</translation>
    </message>
    <message>
        <source>%1; largest numbers: %2</source>
        <translation>%1; 가장 큰 값: %2</translation>
    </message>
    <message>
        <source>%1; most weight: %2</source>
        <translation>%1; 가장 큰 어텐션 가중치: %2</translation>
    </message>
    <message>
        <source>%1; no column may be attended to</source>
        <translation>%1; 볼 수 있는 열이 없음</translation>
    </message>
    <message>
        <source>: stopped here by hand</source>
        <translation>: 여기서 직접 멈춤</translation>
    </message>
    <message>
        <source>: stopped here by the limit</source>
        <translation>: 길이 제한으로 여기서 멈춤</translation>
    </message>
    <message>
        <source>: the translation ends here</source>
        <translation>: 번역이 여기서 끝남</translation>
    </message>
    <message>
        <source>; at step %1 changed by up to %2</source>
        <translation>; 시점 %1에서 최대 %2만큼 달라짐</translation>
    </message>
    <message>
        <source>Point at a row to read it</source>
        <translation>읽을 행을 가리키세요</translation>
    </message>
    <message>
        <source>Point at a row to read it: what each source position gives weight to</source>
        <translation>행을 가리키면 그 소스 위치가 어디에 가중치를 주는지 여기에 나옵니다</translation>
    </message>
    <message>
        <source>This run holds no weights of this kind</source>
        <translation>이 실행에는 이 종류의 어텐션 가중치가 없습니다</translation>
    </message>
    <message>
        <source>Type a sentence and press Enter</source>
        <translation>문장을 입력하고 Enter를 누르세요</translation>
    </message>
    <message>
        <source>Type a sentence and press Enter: its translation appears here, step by step</source>
        <translation>문장을 입력하고 Enter를 누르면 번역 결과가 여기에 한 단계씩 나타납니다</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>가려짐</translation>
    </message>
    <message>
        <source>forced</source>
        <translation>강제 지정</translation>
    </message>
    <message>
        <source>label %1</source>
        <translation>정답 토큰 %1</translation>
    </message>
    <message>
        <source>label %1, ignored: padding</source>
        <translation>정답 토큰 %1 (패딩이므로 제외)</translation>
    </message>
    <message>
        <source>label %1, predicted too</source>
        <translation>정답 토큰 %1, 모델 예측도 같음</translation>
    </message>
    <message>
        <source>label %1; predicted %2</source>
        <translation>정답 토큰 %1; 모델 예측 %2</translation>
    </message>
    <message>
        <source>next token %1</source>
        <translation>생성 토큰 %1</translation>
    </message>
    <message>
        <source>not certain: %1 things that the checkpoint does not say</source>
        <translation>확실하지 않음: 체크포인트에 없는 항목 %1개</translation>
    </message>
    <message>
        <source>pointing at %1</source>
        <translation>가리킨 %1</translation>
    </message>
    <message>
        <source>product of %1 pieces</source>
        <translation>조각 %1개의 곱</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>시점 %1</translation>
    </message>
    <message>
        <source>step %1 / %2</source>
        <translation>시점 %1 / %2</translation>
    </message>
</context>
<context>
    <name>SentencePicker</name>
    <message>
        <source>Next sentence</source>
        <translation>다음 문장</translation>
    </message>
    <message>
        <source>One padded batch of %1 sentences, S = %2</source>
        <translation>문장 %1개를 패딩한 배치 하나, S = %2</translation>
    </message>
    <message>
        <source>Previous sentence</source>
        <translation>이전 문장</translation>
    </message>
    <message>
        <source>Sentence of the batch</source>
        <translation>배치의 문장</translation>
    </message>
    <message>
        <source>this one: %1 tokens and %2 of padding</source>
        <translation>이 문장: 토큰 %1개, 패딩 %2개</translation>
    </message>
</context>
<context>
    <name>Sessions</name>
    <message>
        <source>Everything in it can be looked at; to translate or change something, its checkpoint must be open</source>
        <translation>모든 내용을 볼 수 있습니다. 번역하거나 바꾸려면 체크포인트를 열어야 합니다</translation>
    </message>
    <message>
        <source>Find the right one, or translate the sentence again with this one</source>
        <translation>맞는 체크포인트를 찾거나 이 체크포인트로 문장을 다시 번역하세요</translation>
    </message>
    <message>
        <source>it is another checkpoint than %1, which recorded what is on screen</source>
        <translation>화면의 실행을 기록한 체크포인트(%1)와 다릅니다</translation>
    </message>
    <message>
        <source>it was recorded with %1, which is not open</source>
        <translation>이 세션을 기록한 체크포인트(%1)가 열려 있지 않습니다</translation>
    </message>
    <message>
        <source>its checkpoint, %1, was not found</source>
        <translation>체크포인트(%1)를 찾지 못했습니다</translation>
    </message>
    <message>
        <source>this session</source>
        <translation>이 세션</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>The defaults are used</source>
        <translation>기본값을 사용합니다</translation>
    </message>
    <message>
        <source>The defaults are used; the old file is kept as %1</source>
        <translation>기본값을 사용합니다. 이전 파일은 남겨 두었습니다: %1</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>the file is damaged or was written by a newer Headscope</source>
        <translation>파일이 손상되었거나 더 새로운 Headscope에서 저장되었습니다</translation>
    </message>
</context>
<context>
    <name>SettingsDialog</name>
    <message>
        <source>Every setting back to its default, keys too; Ctrl+Z undoes it</source>
        <translation>단축키까지 모든 설정을 기본값으로 되돌립니다. Ctrl+Z로 취소할 수 있습니다</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>단축키</translation>
    </message>
    <message>
        <source>Kinds of settings</source>
        <translation>설정 종류</translation>
    </message>
    <message>
        <source>Restore defaults</source>
        <translation>기본값으로</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>설정</translation>
    </message>
</context>
<context>
    <name>Showing</name>
    <message>
        <source>Install Headscope again</source>
        <translation>Headscope를 다시 설치하세요</translation>
    </message>
    <message>
        <source>Open it from its folder</source>
        <translation>폴더에서 여세요</translation>
    </message>
    <message>
        <source>Save it again</source>
        <translation>다시 저장하세요</translation>
    </message>
    <message>
        <source>it is no longer there</source>
        <translation>더 이상 그 자리에 없습니다</translation>
    </message>
    <message>
        <source>the system has no program for it</source>
        <translation>이 컴퓨터에 여는 프로그램이 없습니다</translation>
    </message>
    <message>
        <source>there is none: the engine ended before it wrote anything</source>
        <translation>없습니다. 엔진이 아무것도 기록하지 않고 끝났습니다</translation>
    </message>
</context>
<context>
    <name>SourceBox</name>
    <message>
        <source>%1 characters are more than the %2 that fit: nothing was changed</source>
        <translation>%1자는 너무 깁니다. 최대 %2자이며 아무것도 바꾸지 않았습니다</translation>
    </message>
    <message>
        <source>%1 sentences · %2</source>
        <translation>문장 %1개 · %2</translation>
    </message>
    <message>
        <source>%1 sentences, one a line</source>
        <translation>문장 %1개, 한 줄에 하나</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>토큰 %1개</translation>
    </message>
    <message>
        <source>%1, %2 unknown</source>
        <translation>%1, 미등록 %2개</translation>
    </message>
    <message>
        <source>%1, not in the vocabulary: %2</source>
        <translation>%1, 어휘 사전에 없음: %2</translation>
    </message>
    <message>
        <source>%1, only %2 fit</source>
        <translation>%1, 최대 %2개</translation>
    </message>
    <message>
        <source>1 token</source>
        <translation>토큰 1개</translation>
    </message>
    <message>
        <source>Earlier sentences</source>
        <translation>번역했던 문장</translation>
    </message>
    <message>
        <source>Forget these sentences</source>
        <translation>이 문장들 지우기</translation>
    </message>
    <message>
        <source>Keep sentences, on this computer only</source>
        <translation>문장을 이 컴퓨터에만 기억</translation>
    </message>
    <message>
        <source>No checkpoint is open</source>
        <translation>열린 체크포인트가 없습니다</translation>
    </message>
    <message>
        <source>No sentence has been translated yet</source>
        <translation>아직 번역한 문장이 없습니다</translation>
    </message>
    <message>
        <source>Older sentences</source>
        <translation>더 오래된 문장</translation>
    </message>
    <message>
        <source>Samples</source>
        <translation>예문</translation>
    </message>
    <message>
        <source>Say how the translation begins, or give all of it and see how probable the model finds it.</source>
        <translation>번역의 시작 부분을 정하거나, 전체를 주고 모델이 얼마나 그럴듯하다고 보는지 확인합니다.</translation>
    </message>
    <message>
        <source>Sentences that suit this checkpoint; choosing one translates it</source>
        <translation>이 체크포인트에 맞는 문장들입니다. 고르면 번역합니다</translation>
    </message>
    <message>
        <source>Sentences translated before (Ctrl+↑ and Ctrl+↓ put them into the box)</source>
        <translation>전에 번역한 문장들입니다 (Ctrl+↑, Ctrl+↓로 문장 칸에 불러옵니다)</translation>
    </message>
    <message>
        <source>Source sentence</source>
        <translation>소스 문장(원문)</translation>
    </message>
    <message>
        <source>Target…</source>
        <translation>타겟…</translation>
    </message>
    <message>
        <source>Translate</source>
        <translation>번역</translation>
    </message>
    <message>
        <source>Translate it, then click the flagged word: it says why, and what to try</source>
        <translation>번역한 뒤 표시된 단어를 누르면 이유와 해 볼 만한 것을 알려 줍니다</translation>
    </message>
    <message>
        <source>Translate the sentence (Enter; Shift+Enter starts a second one)</source>
        <translation>문장 번역 (Enter, 둘째 문장은 Shift+Enter)</translation>
    </message>
    <message>
        <source>Translate the sentences as one padded batch (Enter; Shift+Enter starts a line)</source>
        <translation>문장들을 패딩한 배치 하나로 번역 (Enter, 줄 추가는 Shift+Enter)</translation>
    </message>
    <message>
        <source>Type a sentence first</source>
        <translation>먼저 문장을 입력하세요</translation>
    </message>
    <message>
        <source>Type a sentence to translate</source>
        <translation>번역할 문장을 입력하세요</translation>
    </message>
    <message>
        <source>Type a sentence to translate, %1 → %2</source>
        <translation>번역할 문장을 입력하세요, %1 → %2</translation>
    </message>
    <message>
        <source>Type token ids, such as %1</source>
        <translation>토큰 번호(ID)를 입력하세요. 예: %1</translation>
    </message>
    <message>
        <source>sentence %1: %2, only %3 fit</source>
        <translation>문장 %1: %2, 최대 %3개까지 들어갑니다</translation>
    </message>
</context>
<context>
    <name>StatusLine</name>
    <message>
        <source>%1 layers × %2 heads</source>
        <translation>레이어 %1개 × 헤드 %2개</translation>
    </message>
    <message>
        <source>%1 million parameters</source>
        <translation>파라미터 %1M</translation>
    </message>
    <message>
        <source>%1 ms per step</source>
        <translation>단계당 %1 ms</translation>
    </message>
    <message>
        <source>%1 parameters</source>
        <translation>파라미터 %1개</translation>
    </message>
    <message>
        <source>%1 × 10,000 parameters</source>
        <translation>파라미터 약 %1만 개</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>취소</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Open log</source>
        <translation>로그 열기</translation>
    </message>
    <message>
        <source>Open the file with the program that this computer has for it</source>
        <translation>이 컴퓨터의 프로그램으로 파일을 엽니다</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 여는 중…</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>진행률</translation>
    </message>
    <message>
        <source>Show in folder</source>
        <translation>폴더에서 보기</translation>
    </message>
    <message>
        <source>Show where the file lies</source>
        <translation>파일이 있는 곳을 보여 줍니다</translation>
    </message>
    <message>
        <source>Start the engine once more</source>
        <translation>엔진을 한 번 더 시작합니다</translation>
    </message>
    <message>
        <source>Stop what the engine is doing (Esc)</source>
        <translation>엔진이 하는 일 멈추기 (Esc)</translation>
    </message>
    <message>
        <source>The engine does not start.</source>
        <translation>엔진이 시작되지 않습니다.</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>다시 시도</translation>
    </message>
    <message>
        <source>What the engine wrote before it ended</source>
        <translation>엔진이 끝나기 전에 남긴 기록</translation>
    </message>
    <message>
        <source>encoder %1 × %2, decoder %3 × %4 layers × heads</source>
        <translation>인코더 %1 × %2, 디코더 %3 × %4 (레이어 × 헤드)</translation>
    </message>
    <message>
        <source>no checkpoint is open</source>
        <translation>열린 체크포인트가 없습니다</translation>
    </message>
</context>
<context>
    <name>Stepper</name>
    <message>
        <source>At step n the decoder has read tokens 0 … n − 1 and predicts token n</source>
        <translation>시점 n에서 디코더는 토큰 0 … n − 1을 읽고 토큰 n을 생성합니다</translation>
    </message>
    <message>
        <source>First step</source>
        <translation>첫 단계</translation>
    </message>
    <message>
        <source>First step (Home)</source>
        <translation>첫 단계 (Home)</translation>
    </message>
    <message>
        <source>Last step</source>
        <translation>마지막 단계</translation>
    </message>
    <message>
        <source>Last step (End)</source>
        <translation>마지막 단계 (End)</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>다음 단계</translation>
    </message>
    <message>
        <source>Next step (→)</source>
        <translation>다음 단계 (→)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>일시 정지</translation>
    </message>
    <message>
        <source>Pause (Space)</source>
        <translation>일시 정지 (Space)</translation>
    </message>
    <message>
        <source>Play</source>
        <translation>재생</translation>
    </message>
    <message>
        <source>Play the steps (Space)</source>
        <translation>단계 재생 (Space)</translation>
    </message>
    <message>
        <source>Previous step</source>
        <translation>이전 단계</translation>
    </message>
    <message>
        <source>Previous step (←)</source>
        <translation>이전 단계 (←)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>시점 고르기</translation>
    </message>
    <message>
        <source>Step %1 of %2</source>
        <translation>시점 %1 / %2</translation>
    </message>
</context>
<context>
    <name>TableSheet</name>
    <message>
        <source>Candidates</source>
        <translation>후보 토큰</translation>
    </message>
    <message>
        <source>Copies the selected cells with their tokens, as a spreadsheet or pandas.read_table reads them.</source>
        <translation>선택한 칸을 토큰과 함께 복사합니다. 스프레드시트나 pandas.read_table에서 바로 읽을 수 있습니다.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>복사</translation>
    </message>
    <message>
        <source>Rows: %1. Columns: %2. Numbers: %3.</source>
        <translation>행: %1. 열: %2. 숫자: %3.</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>Weights as a table</source>
        <translation>어텐션 가중치 표</translation>
    </message>
    <message>
        <source>Weights of the map</source>
        <translation>맵의 어텐션 가중치</translation>
    </message>
    <message>
        <source>What the table shows</source>
        <translation>표에 보일 것</translation>
    </message>
</context>
<context>
    <name>TargetLine</name>
    <message>
        <source>%1, in %2</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Leave the target out</source>
        <translation>타겟 없이 실행</translation>
    </message>
    <message>
        <source>Target sentence</source>
        <translation>타겟 문장</translation>
    </message>
    <message>
        <source>Teacher forcing: the decoder’s input is the given target, shifted right, all positions in one pass, as in training; each position is asked for its next token.</source>
        <translation>티처 포싱: 학습 때처럼 주어진 타겟을 오른쪽으로 한 칸 밀어 모든 위치를 한 번에 디코더 입력으로 주고, 위치마다 다음 토큰을 묻습니다.</translation>
    </message>
    <message>
        <source>The translation begins with these tokens, whatever the model would choose; then it goes on by itself (greedy).</source>
        <translation>모델의 예측과 관계없이 번역을 이 토큰들로 시작하고, 그다음은 모델이 스스로 이어 갑니다(그리디 디코딩).</translation>
    </message>
    <message>
        <source>Type how the translation begins</source>
        <translation>번역의 시작 부분을 입력하세요</translation>
    </message>
    <message>
        <source>Type the whole translation</source>
        <translation>번역 전체를 입력하세요</translation>
    </message>
    <message>
        <source>What the target is for</source>
        <translation>타겟의 쓰임</translation>
    </message>
    <message>
        <source>given target (teacher forcing)</source>
        <translation>주어진 타겟 (티처 포싱)</translation>
    </message>
    <message>
        <source>start with</source>
        <translation>시작 부분</translation>
    </message>
</context>
<context>
    <name>Terms</name>
    <message>
        <source>A weight is what softmax gives, 0 … 1; some tutorials call it “score”, which here is q·k / √d_k before it.</source>
        <translation>어텐션 가중치는 softmax의 결과이며 0 … 1입니다. 이것을 “스코어”라고 부르는 튜토리얼도 있지만, 여기서 스코어는 softmax 이전의 q·k / √d_k입니다.</translation>
    </message>
    <message>
        <source>The target mask is look-ahead and target padding together; many tutorials call it “look-ahead mask”.</source>
        <translation>타겟 마스크는 룩어헤드와 타겟 패딩을 합친 것입니다. 이것을 “룩어헤드 마스크”라고 부르는 튜토리얼이 많습니다.</translation>
    </message>
</context>
<context>
    <name>Text</name>
    <message>
        <source>%1 %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2 MB are left on its disk)</source>
        <translation>%1(디스크에 %2 MB 남음)</translation>
    </message>
    <message>
        <source>%1 (cannot be written)</source>
        <translation>%1(쓸 수 없음)</translation>
    </message>
    <message>
        <source>%1 (everyday)</source>
        <translation>%1 (everyday)</translation>
    </message>
    <message>
        <source>%1 (in its way stands a file)</source>
        <translation>%1(그 자리를 파일이 막고 있음)</translation>
    </message>
    <message>
        <source>%1 (never reached)</source>
        <translation>%1 (실행이 거기까지 가지 않음)</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 and %2 overlap</source>
        <translation>서로 겹칩니다: %1, %2</translation>
    </message>
    <message>
        <source>%1 are given for %2 checkpoints</source>
        <translation>체크포인트 %2개에 %1개가 주어졌습니다</translation>
    </message>
    <message>
        <source>%1 bytes at its end belong to no tensor</source>
        <translation>끝의 %1바이트가 어느 텐서에도 속하지 않습니다</translation>
    </message>
    <message>
        <source>%1 bytes before %2 belong to no tensor</source>
        <translation>%2 앞의 %1바이트가 어느 텐서에도 속하지 않습니다</translation>
    </message>
    <message>
        <source>%1 cells</source>
        <translation>칸 %1개</translation>
    </message>
    <message>
        <source>%1 cells are wrong</source>
        <translation>잘못된 칸 %1개</translation>
    </message>
    <message>
        <source>%1 changed while the file was read</source>
        <translation>파일을 읽는 동안 바뀌었습니다: %1</translation>
    </message>
    <message>
        <source>%1 does not count from 0 in steps of 1: positions would be others</source>
        <translation>0부터 1씩 늘어나지 않아 위치가 달라집니다: %1</translation>
    </message>
    <message>
        <source>%1 does not fit the rest</source>
        <translation>%1 값이 나머지와 맞지 않습니다</translation>
    </message>
    <message>
        <source>%1 faults</source>
        <translation>오류 %1개</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1, 범위 %2 – %3</translation>
    </message>
    <message>
        <source>%1 has %2 1 to %3, and %4 is asked for</source>
        <translation>%1의 %2: 1~%3 가운데 %4번은 없습니다</translation>
    </message>
    <message>
        <source>%1 has %2 letters, which is no word</source>
        <translation>글자가 %2개라서 단어가 아닙니다: %1</translation>
    </message>
    <message>
        <source>%1 has a field this version does not know: %2</source>
        <translation>%1에 이 버전이 모르는 필드가 있습니다: %2</translation>
    </message>
    <message>
        <source>%1 has no word</source>
        <translation>단어가 없습니다: %1</translation>
    </message>
    <message>
        <source>%1 has the id %2, and its %3 entries have ids from 0 to %4</source>
        <translation>%1의 번호(ID)가 %2인데, 항목 %3개의 번호는 0부터 %4까지입니다</translation>
    </message>
    <message>
        <source>%1 holds half of a surrogate pair, which is no text</source>
        <translation>서로게이트 쌍의 반쪽이 있어 텍스트가 아닙니다: %1</translation>
    </message>
    <message>
        <source>%1 in the file is not used: %2</source>
        <translation>파일 안의 %1 항목은 쓰지 않습니다: %2</translation>
    </message>
    <message>
        <source>%1 is %2</source>
        <translation>%1 값이 %2입니다</translation>
    </message>
    <message>
        <source>%1 is %2 and must be %3</source>
        <translation>%1 값이 %2입니다. 있어야 할 값: %3</translation>
    </message>
    <message>
        <source>%1 is %2 and must be a whole number</source>
        <translation>%1 값이 %2입니다. 정수여야 합니다</translation>
    </message>
    <message>
        <source>%1 is %2 and must be one of %3</source>
        <translation>%1 값이 %2입니다. 다음 중 하나여야 합니다: %3</translation>
    </message>
    <message>
        <source>%1 is %2 and the weights have %3 layers</source>
        <translation>%1 값이 %2인데 모델 파라미터의 레이어는 %3개입니다</translation>
    </message>
    <message>
        <source>%1 is %2 of %3 and has %4 bytes, not %5</source>
        <translation>%1: 모양 %2, 자료형 %3인데 %5바이트가 아니라 %4바이트입니다</translation>
    </message>
    <message>
        <source>%1 is %2 where %3 has %4</source>
        <translation>%1 모양이 %2인데 %3에서는 %4입니다</translation>
    </message>
    <message>
        <source>%1 is %2 where %3 is %4, so the network computes something else</source>
        <translation>%1 값이 %2인데 %3 값은 %4라서 계산 결과가 달라집니다</translation>
    </message>
    <message>
        <source>%1 is %2 where config.json asks for %3</source>
        <translation>%1 모양이 %2인데 config.json에서는 %3입니다</translation>
    </message>
    <message>
        <source>%1 is %2, which does not fit the rest</source>
        <translation>%1 모양이 %2라서 나머지와 맞지 않습니다</translation>
    </message>
    <message>
        <source>%1 is another mask than the look-ahead mask that is drawn here</source>
        <translation>%1 마스크는 여기서 그리는 룩어헤드 마스크와 다릅니다</translation>
    </message>
    <message>
        <source>%1 is described in no way that torch writes</source>
        <translation>torch가 쓰지 않는 방식으로 적혀 있습니다: %1</translation>
    </message>
    <message>
        <source>%1 is missing</source>
        <translation>%1 파일이 없습니다</translation>
    </message>
    <message>
        <source>%1 is missing and must be %2</source>
        <translation>%1 항목이 없습니다. 있어야 할 값: %2</translation>
    </message>
    <message>
        <source>%1 is neither floating-point nor whole numbers</source>
        <translation>부동소수점도 정수도 아닙니다: %1</translation>
    </message>
    <message>
        <source>%1 is no file in %2/</source>
        <translation>%2/ 안에 있는 파일이 아닙니다: %1</translation>
    </message>
    <message>
        <source>%1 is no finite number</source>
        <translation>유한한 수가 아닙니다: %1</translation>
    </message>
    <message>
        <source>%1 is no language code</source>
        <translation>언어 코드가 아닙니다: %1</translation>
    </message>
    <message>
        <source>%1 is no link between words counted from %2</source>
        <translation>%2부터 센 단어 사이의 연결이 아닙니다: %1</translation>
    </message>
    <message>
        <source>%1 is no token: without a vocabulary, tokens are numbers from 0 to %2</source>
        <translation>토큰이 아닙니다: %1. 어휘 사전이 없으면 토큰은 0부터 %2까지의 번호입니다</translation>
    </message>
    <message>
        <source>%1 is not a table</source>
        <translation>표가 아닙니다: %1</translation>
    </message>
    <message>
        <source>%1 is not in %2</source>
        <translation>%2 안에 없습니다: %1</translation>
    </message>
    <message>
        <source>%1 is not in the list of its parts</source>
        <translation>부분 목록에 없습니다: %1</translation>
    </message>
    <message>
        <source>%1 is of type %2, not a floating-point one</source>
        <translation>%1의 자료형이 부동소수점이 아니라 %2입니다</translation>
    </message>
    <message>
        <source>%1 is of type %2, which is neither floating-point nor whole numbers</source>
        <translation>%1의 자료형 %2: 부동소수점도 정수도 아닙니다</translation>
    </message>
    <message>
        <source>%1 is of type %2, which is not floating-point</source>
        <translation>%1의 자료형 %2: 부동소수점이 아닙니다</translation>
    </message>
    <message>
        <source>%1 is stored in pieces, packed or in another file, as Keras never writes it</source>
        <translation>조각으로 나뉘었거나 압축되었거나 다른 파일에 있습니다(Keras는 그렇게 쓰지 않습니다): %1</translation>
    </message>
    <message>
        <source>%1 lacks %2</source>
        <translation>%1에 없는 것: %2</translation>
    </message>
    <message>
        <source>%1 layers, %2 heads, %3 × %4</source>
        <translation>레이어 %1개, 헤드 %2개, %3 × %4</translation>
    </message>
    <message>
        <source>%1 lies in %2 too</source>
        <translation>%2에도 들어 있습니다: %1</translation>
    </message>
    <message>
        <source>%1 must be %2</source>
        <translation>%1 값은 다음이어야 합니다: %2</translation>
    </message>
    <message>
        <source>%1 must be one of %2</source>
        <translation>%1에는 다음 중 하나가 와야 합니다: %2</translation>
    </message>
    <message>
        <source>%1 occurs twice</source>
        <translation>두 번 나옵니다: %1</translation>
    </message>
    <message>
        <source>%1 of its tensors hold values that are no numbers (NaN or ∞), first %2</source>
        <translation>텐서 %1개에 숫자가 아닌 값(NaN 또는 ∞)이 있습니다. 첫 번째: %2</translation>
    </message>
    <message>
        <source>%1 repeats the id %2 of %3</source>
        <translation>%1의 번호(ID) %2: 이미 쓰인 번호입니다(%3)</translation>
    </message>
    <message>
        <source>%1 repeats the id %2 of the word %3</source>
        <translation>%1의 번호(ID) %2: 단어 %3의 번호와 같습니다</translation>
    </message>
    <message>
        <source>%1 repeats the word %2</source>
        <translation>%1에서 단어가 되풀이됩니다: %2</translation>
    </message>
    <message>
        <source>%1 repeats the word %2 of %3</source>
        <translation>%1에서 단어 %2 되풀이됨 (처음: %3)</translation>
    </message>
    <message>
        <source>%1 rows, used as they are</source>
        <translation>%1행, 그대로 사용</translation>
    </message>
    <message>
        <source>%1 sentences</source>
        <translation>문장 %1개</translation>
    </message>
    <message>
        <source>%1 sentences are given and Headscope runs %2 together</source>
        <translation>문장이 %1개인데 Headscope는 한 번에 %2개까지 실행합니다</translation>
    </message>
    <message>
        <source>%1 tokens are asked for and %2 has positions for %3</source>
        <translation>토큰 %1개를 요청했지만 %2에는 위치가 %3개까지만 있습니다</translation>
    </message>
    <message>
        <source>%1 was opened, the newest of the %2 checkpoints in this folder</source>
        <translation>이 폴더의 체크포인트 %2개 중 가장 최근인 %1 폴더를 열었습니다</translation>
    </message>
    <message>
        <source>%1 was opened, the newest whole one of the %2 checkpoints in this folder (%3)</source>
        <translation>이 폴더의 체크포인트 %2개 중 온전한 것으로 가장 최근인 %1 폴더를 열었습니다 (%3)</translation>
    </message>
    <message>
        <source>%1 whose settings or vocabularies are Python objects, and opening those would run their code</source>
        <translation>%1. 설정이나 어휘가 Python 객체로 들어 있어 열면 그 코드가 실행됩니다</translation>
    </message>
    <message>
        <source>%1 without a fault, %2 with faults, %3 partly judged, %4 not readable.</source>
        <translation>오류 없음 %1개, 오류 있음 %2개, 일부만 판정 %3개, 읽을 수 없음 %4개.</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1, and %2</source>
        <translation>%1. %2</translation>
    </message>
    <message>
        <source>%1, and %2 is wanted</source>
        <translation>%1, 필요한 것은 %2</translation>
    </message>
    <message>
        <source>%1, but %2</source>
        <translation>%1. 다른 점: %2</translation>
    </message>
    <message>
        <source>%1, but not its shapes</source>
        <translation>%1. 모양은 맞지 않습니다</translation>
    </message>
    <message>
        <source>%1, hypothesis %2 of %3</source>
        <translation>%1, 가설 %3개 중 %2위</translation>
    </message>
    <message>
        <source>%1, layer %2, head %3: equal weights</source>
        <translation>%1, 레이어 %2, 헤드 %3: 균등한 어텐션 가중치</translation>
    </message>
    <message>
        <source>%1, layer %2, head %3: result set to 0</source>
        <translation>%1, 레이어 %2, 헤드 %3: 결과를 0으로</translation>
    </message>
    <message>
        <source>%1, layer %2, head %3: row of position %4 moved to position %5</source>
        <translation>%1, 레이어 %2, 헤드 %3: 위치 %4의 행을 옮김 (→ 위치 %5)</translation>
    </message>
    <message>
        <source>%1, layer %2, head %3: row of position %4 set by hand</source>
        <translation>%1, 레이어 %2, 헤드 %3: 위치 %4의 행을 직접 정함</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <translation>%1, %2번째 줄</translation>
    </message>
    <message>
        <source>%1, one that had not ended, then greedy</source>
        <translation>%1, 끝나지 않은 가설, 그다음은 그리디</translation>
    </message>
    <message>
        <source>%1, top-k %2</source>
        <translation>%1, top-k %2</translation>
    </message>
    <message>
        <source>%1, top-p %2</source>
        <translation>%1, top-p %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1: %2 groups, the last from %3 tokens on</source>
        <translation>%1: 묶음 %2개, 마지막은 거리 %3 이상</translation>
    </message>
    <message>
        <source>%1: it should have %2 bytes and has %3</source>
        <translation>%1: %2바이트여야 하는데 %3바이트입니다</translation>
    </message>
    <message>
        <source>%1: off</source>
        <translation>%1 끄기</translation>
    </message>
    <message>
        <source>%1: on</source>
        <translation>%1 켜기</translation>
    </message>
    <message>
        <source>%1: the source has positions 0 to %2</source>
        <translation>%1: 소스에는 위치 0부터 %2까지 있습니다</translation>
    </message>
    <message>
        <source>%1: the target has positions 0 to %2</source>
        <translation>%1: 타겟에는 위치 0부터 %2까지 있습니다</translation>
    </message>
    <message>
        <source>%1: this run has at most %2 steps</source>
        <translation>%1: 이 실행은 최대 %2단계입니다</translation>
    </message>
    <message>
        <source>%1; a layer with activation and norm before it</source>
        <translation>%1, 앞에 활성화와 정규화가 있는 층 하나</translation>
    </message>
    <message>
        <source>%1; another table in every layer</source>
        <translation>%1, 층마다 다른 표</translation>
    </message>
    <message>
        <source>%1; padding has one of its own</source>
        <translation>%1; 패딩에는 따로 하나</translation>
    </message>
    <message>
        <source>%1×%2 at %3</source>
        <translation>%1×%2, 배율 %3</translation>
    </message>
    <message>
        <source>(as the reader&apos;s)</source>
        <translation>(읽는 사람의 설정대로)</translation>
    </message>
    <message>
        <source>(light)</source>
        <translation>(light: 밝게)</translation>
    </message>
    <message>
        <source>--%1 says the same</source>
        <translation>--%1 옵션과 같은 뜻입니다</translation>
    </message>
    <message>
        <source>--source needs --reference</source>
        <translation>--source에는 --reference가 필요합니다</translation>
    </message>
    <message>
        <source>1 fault</source>
        <translation>오류 1개</translation>
    </message>
    <message>
        <source>1 to %1 tables [[steps]]</source>
        <translation>[[steps]] 표 1~%1개</translation>
    </message>
    <message>
        <source>1, so nothing is scaled by %1</source>
        <translation>1, 즉 %1 스케일링을 하지 않음</translation>
    </message>
    <message>
        <source>A bundle takes no more libraries: install Headscope with Python, as the manual says</source>
        <translation>번들에는 라이브러리를 더 넣을 수 없습니다. 설명서대로 Python으로 Headscope를 설치하세요</translation>
    </message>
    <message>
        <source>A cell of a mask flipped</source>
        <translation>마스크 칸 뒤집기</translation>
    </message>
    <message>
        <source>A dot on each row’s maximum</source>
        <translation>행마다 최댓값에 점 표시</translation>
    </message>
    <message>
        <source>A head without its say</source>
        <translation>헤드 없애기</translation>
    </message>
    <message>
        <source>A look-ahead mask is used in the encoder, where the whole source is known.</source>
        <translation>소스 전체를 알고 있는 인코더에 룩어헤드 마스크가 적용되어 있습니다.</translation>
    </message>
    <message>
        <source>A mask is applied, but it blocks no padding (id %1): perhaps it is for another id.</source>
        <translation>마스크는 적용되지만 패딩(ID %1)을 가리지 않습니다. 다른 ID를 찾고 있을 수 있습니다.</translation>
    </message>
    <message>
        <source>A mask is applied, but it blocks nothing, padding (id %1) neither.</source>
        <translation>마스크는 적용되지만 패딩(ID %1)을 포함해 아무것도 가리지 않습니다.</translation>
    </message>
    <message>
        <source>A mask off</source>
        <translation>마스크 끄기</translation>
    </message>
    <message>
        <source>A row of weights set</source>
        <translation>어텐션 가중치 행 정하기</translation>
    </message>
    <message>
        <source>A source token left out</source>
        <translation>소스 토큰 빼기</translation>
    </message>
    <message>
        <source>A source token replaced</source>
        <translation>소스 토큰 바꾸기</translation>
    </message>
    <message>
        <source>A target token forced</source>
        <translation>번역문 토큰 강제하기</translation>
    </message>
    <message>
        <source>A token with another position</source>
        <translation>토큰에 다른 위치 주기</translation>
    </message>
    <message>
        <source>Add --resume to go on with it, or delete it</source>
        <translation>이어 가려면 --resume을 붙이고, 아니면 지우세요</translation>
    </message>
    <message>
        <source>Add --without specials</source>
        <translation>--without specials를 더하세요</translation>
    </message>
    <message>
        <source>Add at least one file of translations</source>
        <translation>번역 파일을 하나 이상 더하세요</translation>
    </message>
    <message>
        <source>Add it</source>
        <translation>추가하세요</translation>
    </message>
    <message>
        <source>Add the missing fields or export it again</source>
        <translation>없는 필드를 더하거나 다시 내보내세요</translation>
    </message>
    <message>
        <source>Add the unknown token to the vocabulary</source>
        <translation>미등록 토큰을 어휘 사전에 추가하세요</translation>
    </message>
    <message>
        <source>Another question answered</source>
        <translation>답을 펼친 다른 질문</translation>
    </message>
    <message>
        <source>Arabic</source>
        <translation>아랍어</translation>
    </message>
    <message>
        <source>Are norms before the sub-layers (norm_first)?</source>
        <translation>층 정규화가 서브 레이어 앞에 있나요 (norm_first)?</translation>
    </message>
    <message>
        <source>Are token vectors times √d_model?</source>
        <translation>토큰 임베딩에 √d_model을 곱하나요?</translation>
    </message>
    <message>
        <source>At which positions does the decoder stand?</source>
        <translation>디코더의 토큰은 어느 위치에 있나요?</translation>
    </message>
    <message>
        <source>Average checkpoints of one network</source>
        <translation>구조가 같은 체크포인트끼리 평균하세요</translation>
    </message>
    <message>
        <source>Average checkpoints that share their vocabularies</source>
        <translation>어휘가 같은 체크포인트끼리 평균하세요</translation>
    </message>
    <message>
        <source>Begin from a checkpoint that this program or tut6 trained</source>
        <translation>이 프로그램이나 tut6으로 학습한 체크포인트에서 시작하세요</translation>
    </message>
    <message>
        <source>Begin where you left off</source>
        <translation>마지막 자리에서 시작</translation>
    </message>
    <message>
        <source>Below every exported picture: attention weights are no measure of influence.</source>
        <translation>내보내는 그림마다 아래에 적습니다: 어텐션 가중치는 영향의 크기가 아닙니다.</translation>
    </message>
    <message>
        <source>Block the columns where the ids of the keys are padding.</source>
        <translation>키의 ID가 패딩인 열을 가리세요.</translation>
    </message>
    <message>
        <source>Blocked cells still get weight (up to %1): the fill value is too weak (%2).</source>
        <translation>가려진 칸에도 어텐션 가중치가 남습니다(최대 %1). 채우는 값(%2)의 절댓값이 너무 작습니다.</translation>
    </message>
    <message>
        <source>By what are scores divided?</source>
        <translation>스코어를 무엇으로 나누나요?</translation>
    </message>
    <message>
        <source>CPU (%1 cores)</source>
        <translation>CPU (코어 %1개)</translation>
    </message>
    <message>
        <source>CPU (1 core)</source>
        <translation>CPU (코어 1개)</translation>
    </message>
    <message>
        <source>Call it %1</source>
        <translation>%1 이름으로 저장하세요</translation>
    </message>
    <message>
        <source>Call it generator as the tutorial does, and save it again</source>
        <translation>튜토리얼처럼 generator라는 이름으로 바꾸고 다시 저장하세요</translation>
    </message>
    <message>
        <source>Call them src_…, tgt_… and pos_… as the tutorial does, and save it again</source>
        <translation>튜토리얼처럼 src_…, tgt_…, pos_…라는 이름으로 바꾸고 다시 저장하세요</translation>
    </message>
    <message>
        <source>Caption in exported pictures</source>
        <translation>내보내는 그림에 설명 넣기</translation>
    </message>
    <message>
        <source>Change something under What if</source>
        <translation>만약에에서 무언가를 바꾸세요</translation>
    </message>
    <message>
        <source>Check permissions</source>
        <translation>권한을 확인하세요</translation>
    </message>
    <message>
        <source>Check that the file is whole</source>
        <translation>파일이 온전한지 확인하세요</translation>
    </message>
    <message>
        <source>Check the address, as in tcp://127.0.0.1:8786</source>
        <translation>주소를 확인하세요. 예: tcp://127.0.0.1:8786</translation>
    </message>
    <message>
        <source>Check the disk it is on</source>
        <translation>파일이 있는 디스크를 확인하세요</translation>
    </message>
    <message>
        <source>Check the path</source>
        <translation>경로를 확인하세요</translation>
    </message>
    <message>
        <source>Check the path and that the file is whole</source>
        <translation>경로와 파일이 온전한지 확인하세요</translation>
    </message>
    <message>
        <source>Check the path of the recipe</source>
        <translation>레시피의 경로를 확인하세요</translation>
    </message>
    <message>
        <source>Check the path, or go on with ids</source>
        <translation>경로를 확인하거나 토큰 번호로 계속하세요</translation>
    </message>
    <message>
        <source>Check the path, or use a shipped checkpoint (%1)</source>
        <translation>경로를 확인하거나 함께 제공되는 체크포인트(%1)를 사용하세요</translation>
    </message>
    <message>
        <source>Chinese</source>
        <translation>중국어</translation>
    </message>
    <message>
        <source>Choose %1 or auto</source>
        <translation>%1 또는 auto를 고르세요</translation>
    </message>
    <message>
        <source>Choose a file made by Headscope</source>
        <translation>Headscope가 만든 파일을 고르세요</translation>
    </message>
    <message>
        <source>Choose a file that %1 wrote</source>
        <translation>%1(이)가 쓴 파일을 고르세요</translation>
    </message>
    <message>
        <source>Choose a folder that holds these files</source>
        <translation>이 파일들이 든 폴더를 고르세요</translation>
    </message>
    <message>
        <source>Choose a layer, a head or a step; at most %1 are drawn at once</source>
        <translation>레이어, 헤드, 시점 하나를 고르세요. 한 번에 최대 %1개를 그립니다</translation>
    </message>
    <message>
        <source>Choose a mean instead</source>
        <translation>대신 평균을 고르세요</translation>
    </message>
    <message>
        <source>Choose a model with an encoder and a decoder for text, such as Marian (OPUS-MT), mBART, NLLB or T5</source>
        <translation>Marian (OPUS-MT), mBART, NLLB, T5처럼 인코더와 디코더가 있는 텍스트 모델을 고르세요</translation>
    </message>
    <message>
        <source>Choose a new name or an empty folder</source>
        <translation>새 이름이나 빈 폴더를 고르세요</translation>
    </message>
    <message>
        <source>Choose a run of this model</source>
        <translation>이 모델의 실행 기록을 선택하세요</translation>
    </message>
    <message>
        <source>Choose a smaller one or more text</source>
        <translation>더 작은 값이나 더 많은 텍스트를 고르세요</translation>
    </message>
    <message>
        <source>Choose a smaller size</source>
        <translation>더 작은 크기를 고르세요</translation>
    </message>
    <message>
        <source>Choose a smaller size or fewer dots per inch</source>
        <translation>더 작은 크기나 더 적은 dpi를 고르세요</translation>
    </message>
    <message>
        <source>Choose a smaller width, or run it anyway</source>
        <translation>너비를 줄이거나 그대로 실행하세요</translation>
    </message>
    <message>
        <source>Choose an empty or a new folder</source>
        <translation>비어 있거나 새로운 폴더를 고르세요</translation>
    </message>
    <message>
        <source>Choose another --out, or add --again to make them all again</source>
        <translation>다른 --out을 고르거나 --again을 더해 모두 다시 만드세요</translation>
    </message>
    <message>
        <source>Choose another file</source>
        <translation>다른 파일을 고르세요</translation>
    </message>
    <message>
        <source>Choose another folder</source>
        <translation>다른 폴더를 고르세요</translation>
    </message>
    <message>
        <source>Choose another folder, or resume it with the recipe it was started with</source>
        <translation>다른 폴더를 고르거나 처음에 쓴 레시피로 이어서 학습하세요</translation>
    </message>
    <message>
        <source>Choose another folder, or resume it with these</source>
        <translation>다른 폴더를 고르거나 이 옵션으로 이어서 학습하세요</translation>
    </message>
    <message>
        <source>Choose another kind</source>
        <translation>다른 종류를 고르세요</translation>
    </message>
    <message>
        <source>Choose another one</source>
        <translation>다른 것을 고르세요</translation>
    </message>
    <message>
        <source>Choose another topic</source>
        <translation>다른 주제를 고르세요</translation>
    </message>
    <message>
        <source>Choose another view</source>
        <translation>다른 보기를 고르세요</translation>
    </message>
    <message>
        <source>Choose by its code</source>
        <translation>코드를 보고 고르세요</translation>
    </message>
    <message>
        <source>Choose one from 1 to %1</source>
        <translation>1부터 %1까지에서 고르세요</translation>
    </message>
    <message>
        <source>Choose one layer or one head, or a file that ends in .npz</source>
        <translation>레이어나 헤드 하나를 고르거나 .npz로 끝나는 파일을 고르세요</translation>
    </message>
    <message>
        <source>Choose one of the candidates</source>
        <translation>후보 토큰 중에서 고르세요</translation>
    </message>
    <message>
        <source>Choose one of them</source>
        <translation>그중 하나를 선택하세요</translation>
    </message>
    <message>
        <source>Choose one that is</source>
        <translation>나누어떨어지는 값을 고르세요</translation>
    </message>
    <message>
        <source>Choose other files</source>
        <translation>다른 파일을 고르세요</translation>
    </message>
    <message>
        <source>Choose the CPU</source>
        <translation>CPU를 고르세요</translation>
    </message>
    <message>
        <source>Choose the file of weights</source>
        <translation>모델 파일을 고르세요</translation>
    </message>
    <message>
        <source>Choose the file of weights (.pt, .safetensors, .bin) or its folder</source>
        <translation>모델 파일(.pt, .safetensors, .bin)이나 그 폴더를 고르세요</translation>
    </message>
    <message>
        <source>Choose the folder of a training</source>
        <translation>학습 폴더를 선택하세요</translation>
    </message>
    <message>
        <source>Choose the folder that a training was given as --out</source>
        <translation>학습할 때 --out으로 준 폴더를 고르세요</translation>
    </message>
    <message>
        <source>Choose the folder that holds the recipe&apos;s files</source>
        <translation>레시피의 파일이 있는 폴더를 고르세요</translation>
    </message>
    <message>
        <source>Choose the folder, or the file, that holds the weights</source>
        <translation>모델 파라미터가 든 폴더나 파일을 고르세요</translation>
    </message>
    <message>
        <source>Choose the vocabulary of this checkpoint</source>
        <translation>이 체크포인트의 어휘 사전을 고르세요</translation>
    </message>
    <message>
        <source>Choose weights, or another aggregate</source>
        <translation>어텐션 가중치를 고르거나 다른 묶음을 고르세요</translation>
    </message>
    <message>
        <source>Close other programs</source>
        <translation>다른 프로그램을 닫으세요</translation>
    </message>
    <message>
        <source>Close other programs and try again</source>
        <translation>다른 프로그램을 닫고 다시 시도하세요</translation>
    </message>
    <message>
        <source>Close other programs or choose a smaller checkpoint</source>
        <translation>다른 프로그램을 닫거나 더 작은 체크포인트를 고르세요</translation>
    </message>
    <message>
        <source>Close other programs or shorten the sentence</source>
        <translation>다른 프로그램을 닫거나 문장을 줄이세요</translation>
    </message>
    <message>
        <source>Close other programs, or record less</source>
        <translation>다른 프로그램을 닫거나 더 적게 기록하세요</translation>
    </message>
    <message>
        <source>Combine the target’s padding mask with tril() before the scores are masked.</source>
        <translation>어텐션 스코어를 마스킹하기 전에 타겟의 패딩 마스크를 tril()과 결합하세요.</translation>
    </message>
    <message>
        <source>Compare it with the definition in Masks, cell by cell.</source>
        <translation>마스크 보기의 정의와 칸마다 비교해 보세요.</translation>
    </message>
    <message>
        <source>Compare only layers and heads that both have</source>
        <translation>둘 다 가진 레이어와 헤드만 비교</translation>
    </message>
    <message>
        <source>Compare only the layers and heads that both have</source>
        <translation>둘 다 가진 레이어와 헤드만 비교하세요</translation>
    </message>
    <message>
        <source>Compare the ids with the padding token’s own id, %1.</source>
        <translation>패딩 토큰의 ID(%1)와 비교하세요.</translation>
    </message>
    <message>
        <source>Compare the ids with the padding token’s own id, %3.</source>
        <translation>패딩 토큰의 ID(%3)와 비교하세요.</translation>
    </message>
    <message>
        <source>Compare your code with that family&apos;s</source>
        <translation>그 구현의 코드와 비교하세요</translation>
    </message>
    <message>
        <source>Compare your code with that family&apos;s, or record a run of it with headscope_recorder.py</source>
        <translation>그 구현의 코드와 비교하거나 headscope_recorder.py로 실행을 기록하세요</translation>
    </message>
    <message>
        <source>Convert it to float32 and save it again</source>
        <translation>float32로 바꾸어 다시 저장하세요</translation>
    </message>
    <message>
        <source>Convert it where it was saved, and open model.safetensors: %1</source>
        <translation>저장한 곳에서 다음 줄로 변환한 뒤 model.safetensors를 여세요: %1</translation>
    </message>
    <message>
        <source>Copy both again</source>
        <translation>둘 다 다시 복사하세요</translation>
    </message>
    <message>
        <source>Copy it again, or take it away to go on with ids</source>
        <translation>다시 복사하거나, 파일 없이 토큰 번호로 계속하세요</translation>
    </message>
    <message>
        <source>Copy or download it again</source>
        <translation>다시 복사하거나 내려받으세요</translation>
    </message>
    <message>
        <source>Copy the checkpoint folder again</source>
        <translation>체크포인트 폴더를 다시 복사하세요</translation>
    </message>
    <message>
        <source>Copy the checkpoint folder again, with its weights</source>
        <translation>체크포인트 폴더를 모델 파일까지 다시 복사하세요</translation>
    </message>
    <message>
        <source>Correct it</source>
        <translation>고치세요</translation>
    </message>
    <message>
        <source>Correct it, or download the folder again</source>
        <translation>고치거나 폴더를 다시 내려받으세요</translation>
    </message>
    <message>
        <source>Correct the answers, or compare your code with that family&apos;s</source>
        <translation>답을 고치거나, 코드를 그 계열의 코드와 비교하세요</translation>
    </message>
    <message>
        <source>Correct the file, or take it away to go on with ids</source>
        <translation>파일을 고치거나, 파일 없이 토큰 번호로 계속하세요</translation>
    </message>
    <message>
        <source>Correct the line</source>
        <translation>그 줄을 고치세요</translation>
    </message>
    <message>
        <source>Correct the line, or remove it from both files</source>
        <translation>그 줄을 고치거나 두 파일에서 모두 지우세요</translation>
    </message>
    <message>
        <source>Correct the line, or say with --gold-from whether words count from 0 or 1</source>
        <translation>줄을 고치거나, 단어를 0부터 세는지 1부터 세는지 --gold-from으로 알려 주세요</translation>
    </message>
    <message>
        <source>Correct the recipe</source>
        <translation>레시피를 고치세요</translation>
    </message>
    <message>
        <source>Correct the value or export it again</source>
        <translation>값을 고치거나 다시 내보내세요</translation>
    </message>
    <message>
        <source>Correct them</source>
        <translation>고쳐 주세요</translation>
    </message>
    <message>
        <source>Create it or choose another folder</source>
        <translation>폴더를 만들거나 다른 폴더를 고르세요</translation>
    </message>
    <message>
        <source>Cross attention</source>
        <translation>크로스 어텐션</translation>
    </message>
    <message>
        <source>Dask is not installed here</source>
        <translation>여기에 Dask가 설치되어 있지 않습니다</translation>
    </message>
    <message>
        <source>Decoder self-attention</source>
        <translation>디코더 셀프 어텐션</translation>
    </message>
    <message>
        <source>Delete it</source>
        <translation>지우세요</translation>
    </message>
    <message>
        <source>Delete the file of what is done and start again</source>
        <translation>작업 파일을 지우고 다시 시작하세요</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>장치</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>화면</translation>
    </message>
    <message>
        <source>Divide by √d_k before the softmax, unless it is left out on purpose, as in T5.</source>
        <translation>T5처럼 일부러 뺀 것이 아니라면 softmax 전에 √d_k로 나누세요.</translation>
    </message>
    <message>
        <source>Do source and target share one embedding matrix?</source>
        <translation>소스와 타겟이 임베딩 행렬을 공유하나요?</translation>
    </message>
    <message>
        <source>Do sources stand between &lt;s&gt; and &lt;/s&gt;?</source>
        <translation>소스가 &lt;s&gt;와 &lt;/s&gt; 사이에 놓이나요?</translation>
    </message>
    <message>
        <source>Download it again</source>
        <translation>다시 다운로드하세요</translation>
    </message>
    <message>
        <source>Download the file itself</source>
        <translation>파일 자체를 내려받으세요</translation>
    </message>
    <message>
        <source>Download the folder again</source>
        <translation>폴더를 다시 내려받으세요</translation>
    </message>
    <message>
        <source>Dropout on</source>
        <translation>드롭아웃 켜기</translation>
    </message>
    <message>
        <source>Each cell is a square whose area is the weight, so that colour is not needed.</source>
        <translation>칸마다 넓이가 어텐션 가중치인 사각형을 그립니다. 색을 구별하지 않아도 됩니다.</translation>
    </message>
    <message>
        <source>Each line of one belongs to the same line of the other; find what is missing</source>
        <translation>한 파일의 각 줄은 다른 파일의 같은 줄과 짝입니다. 빠진 줄을 찾으세요</translation>
    </message>
    <message>
        <source>Each map’s own maximum as full colour</source>
        <translation>맵마다 최댓값을 최대 색으로</translation>
    </message>
    <message>
        <source>Encoder self-attention</source>
        <translation>인코더 셀프 어텐션</translation>
    </message>
    <message>
        <source>Export it again</source>
        <translation>다시 내보내세요</translation>
    </message>
    <message>
        <source>Export once more</source>
        <translation>한 번 더 내보내세요</translation>
    </message>
    <message>
        <source>Faint maps become readable, but colours of two maps cannot be compared then.</source>
        <translation>옅은 맵도 읽을 수 있지만, 두 맵의 색을 서로 비교할 수 없게 됩니다.</translation>
    </message>
    <message>
        <source>Fault</source>
        <translation>오류</translation>
    </message>
    <message>
        <source>Fill with −1e9, −1e4 in half precision, or −inf. A value such as −1e-9 is almost 0.</source>
        <translation>−1e9, 반정밀도에서는 −1e4, 또는 −inf로 채우세요. −1e-9 같은 값은 거의 0입니다.</translation>
    </message>
    <message>
        <source>Fold both alike, for example with view(B, N, H, D).transpose(1, 2).flatten(0, 1).</source>
        <translation>둘을 같은 방식으로 합치세요. 예: view(B, N, H, D).transpose(1, 2).flatten(0, 1).</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>폴더</translation>
    </message>
    <message>
        <source>Fonts</source>
        <translation>글꼴</translation>
    </message>
    <message>
        <source>For every sentence of a file: %1. --out is a pattern with %2; folders are made.</source>
        <translation>파일의 문장마다: %1. --out에는 %2 표시를 쓸 수 있고 폴더는 만들어집니다.</translation>
    </message>
    <message>
        <source>From Python, save the weights alone: torch.save(model.state_dict(), &apos;weights.pt&apos;)</source>
        <translation>Python에서 모델 파라미터만 저장하세요: torch.save(model.state_dict(), &apos;weights.pt&apos;)</translation>
    </message>
    <message>
        <source>From which language?</source>
        <translation>어느 언어에서 번역하나요?</translation>
    </message>
    <message>
        <source>Get it from whoever made it, or save it again</source>
        <translation>만든 사람에게서 받거나 다시 저장하세요</translation>
    </message>
    <message>
        <source>Get or save the weights alone: torch.save(model.state_dict(), &apos;weights.pt&apos;)</source>
        <translation>모델 파라미터만 받거나 저장하세요: torch.save(model.state_dict(), &apos;weights.pt&apos;)</translation>
    </message>
    <message>
        <source>Give %1</source>
        <translation>다음 값을 지정하세요: %1</translation>
    </message>
    <message>
        <source>Give --beam 2 or more, or leave it out</source>
        <translation>--beam을 2 이상으로 주거나 이 옵션을 빼세요</translation>
    </message>
    <message>
        <source>Give a file</source>
        <translation>파일을 지정하세요</translation>
    </message>
    <message>
        <source>Give a file name</source>
        <translation>파일 이름을 입력하세요</translation>
    </message>
    <message>
        <source>Give a file with at least one</source>
        <translation>하나 이상 들어 있는 파일을 지정하세요</translation>
    </message>
    <message>
        <source>Give a rate, such as 0.1</source>
        <translation>0.1과 같은 비율을 주세요</translation>
    </message>
    <message>
        <source>Give a sentence, or leave %1 out</source>
        <translation>문장을 주거나 %1 옵션을 빼세요</translation>
    </message>
    <message>
        <source>Give a sentence, or leave --snapshots out</source>
        <translation>문장을 주거나 --snapshots를 빼세요</translation>
    </message>
    <message>
        <source>Give a sentence, or leave --target out</source>
        <translation>문장을 지정하거나 --target을 빼세요</translation>
    </message>
    <message>
        <source>Give a sentence, or leave --what-if out</source>
        <translation>문장을 주거나 --what-if를 빼 주세요</translation>
    </message>
    <message>
        <source>Give a sentence, or leave the answer out</source>
        <translation>문장을 지정하거나 답을 빼세요</translation>
    </message>
    <message>
        <source>Give a shorter one</source>
        <translation>더 짧은 이름을 사용하세요</translation>
    </message>
    <message>
        <source>Give a target to read its attention maps</source>
        <translation>어텐션 맵을 보려면 타겟 문장을 주세요</translation>
    </message>
    <message>
        <source>Give a translation</source>
        <translation>번역을 입력하세요</translation>
    </message>
    <message>
        <source>Give a value of type %1</source>
        <translation>%1 자료형의 값을 지정하세요</translation>
    </message>
    <message>
        <source>Give all of them the same files, and an output folder that all share</source>
        <translation>모두에 같은 파일과, 모두가 함께 쓰는 출력 폴더를 지정하세요</translation>
    </message>
    <message>
        <source>Give another one</source>
        <translation>다른 값을 주세요</translation>
    </message>
    <message>
        <source>Give cross attention the padding mask of the source.</source>
        <translation>크로스 어텐션에는 소스의 패딩 마스크를 주세요.</translation>
    </message>
    <message>
        <source>Give every word one line</source>
        <translation>단어마다 한 줄씩 두세요</translation>
    </message>
    <message>
        <source>Give it another name</source>
        <translation>다른 이름을 붙이세요</translation>
    </message>
    <message>
        <source>Give it in parts</source>
        <translation>나누어 주세요</translation>
    </message>
    <message>
        <source>Give it, or see train --help</source>
        <translation>지정하거나 train --help를 보세요</translation>
    </message>
    <message>
        <source>Give its name the ending .headscope and open it</source>
        <translation>파일 이름 끝을 .headscope로 바꾸고 여세요</translation>
    </message>
    <message>
        <source>Give its workers more memory; what is done is kept</source>
        <translation>워커에 메모리를 더 주세요. 끝난 부분은 남아 있습니다</translation>
    </message>
    <message>
        <source>Give one for each, such as 1,1,2</source>
        <translation>1,1,2처럼 하나씩 지정하세요</translation>
    </message>
    <message>
        <source>Give one of the two</source>
        <translation>둘 중 하나만 지정하세요</translation>
    </message>
    <message>
        <source>Give one of them</source>
        <translation>둘 중 하나를 지정하세요</translation>
    </message>
    <message>
        <source>Give the encoder the padding mask alone.</source>
        <translation>인코더에는 패딩 마스크만 주세요.</translation>
    </message>
    <message>
        <source>Give the folder that holds the recipe&apos;s files</source>
        <translation>레시피의 파일이 든 폴더를 지정하세요</translation>
    </message>
    <message>
        <source>Give the folder with the recorded .npz files</source>
        <translation>기록된 .npz 파일이 든 폴더를 지정하세요</translation>
    </message>
    <message>
        <source>Give the mask the shape [B, 1, 1, K] or [B, 1, Q, K] before it meets [B, H, Q, K].</source>
        <translation>[B, H, Q, K]에 적용하기 전에 마스크를 [B, 1, 1, K] 또는 [B, 1, Q, K] 모양으로 만드세요.</translation>
    </message>
    <message>
        <source>Give the padding mask the shape [B, 1, 1, K], not [B, 1, Q, 1].</source>
        <translation>패딩 마스크를 [B, 1, Q, 1]이 아니라 [B, 1, 1, K] 모양으로 만드세요.</translation>
    </message>
    <message>
        <source>Give the scores the shape [B, H, Q, K], or split the heads off a plain nn.Linear.</source>
        <translation>어텐션 스코어를 [B, H, Q, K] 모양으로 만들거나, nn.Linear의 결과에서 바로 헤드를 나누세요.</translation>
    </message>
    <message>
        <source>Give the sentence in place of the file</source>
        <translation>파일 대신 문장을 지정하세요</translation>
    </message>
    <message>
        <source>Give the sentences with --file</source>
        <translation>문장을 --file로 지정하세요</translation>
    </message>
    <message>
        <source>Give the translations too, in a file of their own or after a TAB in each line</source>
        <translation>번역도 주세요. 따로 된 파일이나 줄마다 탭 뒤에 쓰면 됩니다</translation>
    </message>
    <message>
        <source>Give the whole name: %1</source>
        <translation>전체 이름을 입력하세요: %1</translation>
    </message>
    <message>
        <source>Give yourself the right to write in %1</source>
        <translation>%1에 쓸 권한을 주세요</translation>
    </message>
    <message>
        <source>Glosses</source>
        <translation>단어 뜻</translation>
    </message>
    <message>
        <source>Go on with the CPU</source>
        <translation>CPU로 계속하세요</translation>
    </message>
    <message>
        <source>Go on with the CPU or choose a smaller checkpoint</source>
        <translation>CPU로 계속하거나 더 작은 체크포인트를 고르세요</translation>
    </message>
    <message>
        <source>Go on with the CPU or shorten the sentence</source>
        <translation>CPU로 계속하거나 문장을 줄이세요</translation>
    </message>
    <message>
        <source>Heads align best by</source>
        <translation>단어 정렬이 가장 좋은 헤드의 척도</translation>
    </message>
    <message>
        <source>Heads and sentences share one axis, and in which order was taken from the mask, as it could not be seen: whether the mask is repeated in the right order cannot be judged.</source>
        <translation>헤드와 문장이 한 축을 함께 쓰는데 그 순서를 볼 수 없어서 마스크에서 추정했습니다. 따라서 마스크가 올바른 순서로 반복되었는지는 판단할 수 없습니다.</translation>
    </message>
    <message>
        <source>Headscope shows what an encoder-decoder Transformer gives weight to while it translates. Without a command the window opens.</source>
        <translation>Headscope는 인코더-디코더 Transformer가 번역하면서 무엇에 가중치를 주는지 보여 줍니다. 명령이 없으면 창이 열립니다.</translation>
    </message>
    <message>
        <source>How long each step stays while the run is played.</source>
        <translation>재생할 때 한 시점에 머무는 시간입니다.</translation>
    </message>
    <message>
        <source>How long may a source be? In a longer one each token attends to a window only</source>
        <translation>소스는 얼마나 길 수 있나요? 더 길면 각 토큰이 윈도(window) 안의 토큰에만 어텐션합니다</translation>
    </message>
    <message>
        <source>How many heads in the decoder?</source>
        <translation>디코더의 헤드는 몇 개인가요?</translation>
    </message>
    <message>
        <source>How many heads?</source>
        <translation>헤드는 몇 개인가요?</translation>
    </message>
    <message>
        <source>How many positions (max_len)?</source>
        <translation>위치는 몇 개인가요 (max_len)?</translation>
    </message>
    <message>
        <source>How many positions are there?</source>
        <translation>위치는 몇 개인가요?</translation>
    </message>
    <message>
        <source>How many tokens may a sentence have? The network itself has no limit</source>
        <translation>문장의 토큰은 몇 개까지 허용하나요? 모델 자체에는 한계가 없습니다</translation>
    </message>
    <message>
        <source>How the selected number is computed</source>
        <translation>고른 값을 어떻게 계산했는지</translation>
    </message>
    <message>
        <source>If it is TensorFlow&apos;s translation tutorial or the Keras chatbot tutorial, save it by model.save_weights(&quot;model.weights.h5&quot;) and open that. Of another model, save the weights of an attention in its notebook and open those: %1</source>
        <translation>TensorFlow의 번역 튜토리얼이나 Keras 챗봇 튜토리얼이라면 model.save_weights(&quot;model.weights.h5&quot;)로 저장한 파일을 여세요. 다른 모델이라면 그 노트북에서 어텐션 가중치를 저장한 뒤 그 파일을 여세요: %1</translation>
    </message>
    <message>
        <source>If it is one, record a run of your own code with headscope_recorder.py: %1</source>
        <translation>그런 모델이라면 headscope_recorder.py로 내 코드의 실행을 기록하세요: %1</translation>
    </message>
    <message>
        <source>If one of them is a layer’s, record a source and a target of different lengths.</source>
        <translation>그중에 레이어의 어텐션이 있다면 길이가 다른 소스와 타겟으로 다시 기록하세요.</translation>
    </message>
    <message>
        <source>In Compare, where two networks have other numbers of layers or heads: the others are left out.</source>
        <translation>비교 보기에서 두 모델의 레이어나 헤드 수가 다를 때 한쪽에만 있는 것은 뺍니다.</translation>
    </message>
    <message>
        <source>In Links, a weight below this has no line.</source>
        <translation>연결선 보기에서 이보다 작은 어텐션 가중치는 선으로 그리지 않습니다.</translation>
    </message>
    <message>
        <source>In Links, at most this many lines leave each row; 0 draws all of them.</source>
        <translation>연결선 보기에서 행마다 최대 이만큼만 선을 그립니다. 0이면 모두 그립니다.</translation>
    </message>
    <message>
        <source>In Python, from the model that it was made of, save the weights: torch.save(model.state_dict(), &apos;weights.pt&apos;)</source>
        <translation>파이썬에서 원래 모델의 파라미터를 저장하세요: torch.save(model.state_dict(), &apos;weights.pt&apos;)</translation>
    </message>
    <message>
        <source>In Python, take its weights out and open those: torch.save(torch.export.load(%1).state_dict, &apos;weights.pt&apos;)</source>
        <translation>파이썬에서 파라미터를 꺼내 저장한 뒤 그 파일을 여세요: torch.save(torch.export.load(%1).state_dict, &apos;weights.pt&apos;)</translation>
    </message>
    <message>
        <source>In that answer source tokens are sorted by their effect, not by their place in the sentence.</source>
        <translation>그 답에서 소스 토큰이 문장 순서가 아니라 영향이 큰 순서로 놓입니다.</translation>
    </message>
    <message>
        <source>In the Python of that toolkit, save it as plain data: %1</source>
        <translation>그 툴킷의 Python에서 일반 데이터로 저장하세요: %1</translation>
    </message>
    <message>
        <source>In the model’s own order, or by a statistic of each head: on this sentence, or over a table’s file.</source>
        <translation>모델의 원래 순서, 또는 헤드마다의 수치 순서입니다: 이 문장에서, 또는 표를 만든 파일 전체에서 잰 것입니다.</translation>
    </message>
    <message>
        <source>In the notebook that made it, save the weights alone: torch.save(model.state_dict(), &apos;weights.pt&apos;)</source>
        <translation>이 파일을 만든 노트북에서 모델 파라미터만 저장하세요: torch.save(model.state_dict(), &apos;weights.pt&apos;)</translation>
    </message>
    <message>
        <source>In which order are sines and cosines?</source>
        <translation>사인과 코사인은 어떤 순서로 놓이나요?</translation>
    </message>
    <message>
        <source>In which order are the rows of the position tables used?</source>
        <translation>위치 테이블의 행은 어떤 순서로 쓰나요?</translation>
    </message>
    <message>
        <source>Inspect it to see every difference, and compare your code with that family&apos;s</source>
        <translation>파일 살펴보기에서 차이를 모두 확인하고 그 구현의 코드와 비교하세요</translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation>인스펙터</translation>
    </message>
    <message>
        <source>Inspector, What if and notes beside the picture, row totals, even scale, and no glosses.</source>
        <translation>그림 옆에 인스펙터, 실험, 메모를 두고, 행 합계와 고른 눈금을 쓰고, 단어 뜻은 숨깁니다.</translation>
    </message>
    <message>
        <source>Install Headscope again</source>
        <translation>Headscope를 다시 설치하세요</translation>
    </message>
    <message>
        <source>Install spaCy</source>
        <translation>spaCy를 설치하세요</translation>
    </message>
    <message>
        <source>Install the newest Visual C++ Redistributable of Microsoft, then torch again</source>
        <translation>Microsoft의 최신 Visual C++ Redistributable을 설치한 뒤 torch를 다시 설치하세요</translation>
    </message>
    <message>
        <source>Install the same version there</source>
        <translation>그곳에 같은 버전을 설치하세요</translation>
    </message>
    <message>
        <source>Install the same version there, or start its workers with its folder in %1</source>
        <translation>그곳에 같은 버전을 설치하거나, 폴더를 %1에 넣고 워커를 시작하세요</translation>
    </message>
    <message>
        <source>Install torch again: %1</source>
        <translation>torch를 다시 설치하세요: %1</translation>
    </message>
    <message>
        <source>Into which language?</source>
        <translation>어느 언어로 번역하나요?</translation>
    </message>
    <message>
        <source>Invert the mask or the comparison. masked_fill and nn.Transformer block where a mask is True; scaled_dot_product_attention lets through where it is True.</source>
        <translation>마스크나 비교를 반대로 바꾸세요. masked_fill과 nn.Transformer는 True인 곳을 가리고, scaled_dot_product_attention은 True인 곳을 통과시킵니다.</translation>
    </message>
    <message>
        <source>Is the vocabulary head tied to the target embedding?</source>
        <translation>출력층(Linear)이 타겟 임베딩 행렬을 공유하나요?</translation>
    </message>
    <message>
        <source>It is CP949, as Korean Windows writes it: save it as UTF-8</source>
        <translation>한국어 Windows의 CP949입니다. UTF-8로 저장하세요</translation>
    </message>
    <message>
        <source>It is UTF-16, as PowerShell writes it: save it as UTF-8</source>
        <translation>PowerShell이 쓰는 UTF-16입니다. UTF-8로 저장하세요</translation>
    </message>
    <message>
        <source>It was tried with others. %1</source>
        <translation>다른 버전으로 시험했습니다. %1</translation>
    </message>
    <message>
        <source>Its answer lies over the views, like those above: one at a time.</source>
        <translation>위의 질문들처럼 답이 보기 위에 하나씩 펼쳐집니다.</translation>
    </message>
    <message>
        <source>Its projections are told by the order in which they were made: query, key, value, output</source>
        <translation>어텐션의 선형 변환은 만들어진 순서로 구별했습니다: 쿼리, 키, 밸류, 출력 선형 변환</translation>
    </message>
    <message>
        <source>Keep a copy of unsaved work</source>
        <translation>저장하지 않은 작업의 사본 남기기</translation>
    </message>
    <message>
        <source>Keep the original words under What if</source>
        <translation>만약에에서 원래 단어를 유지하세요</translation>
    </message>
    <message>
        <source>Keras model</source>
        <translation>Keras 모델</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>언어</translation>
    </message>
    <message>
        <source>Largest change first</source>
        <translation>변화가 큰 순서로</translation>
    </message>
    <message>
        <source>Layers × heads are: %1</source>
        <translation>레이어 × 헤드: %1</translation>
    </message>
    <message>
        <source>Leave a token</source>
        <translation>토큰을 하나라도 남겨 주세요</translation>
    </message>
    <message>
        <source>Leave it out</source>
        <translation>빼고 다시 시도하세요</translation>
    </message>
    <message>
        <source>Leave it out, or choose %1</source>
        <translation>빼거나 %1 중에서 고르세요</translation>
    </message>
    <message>
        <source>Leave it out, or run each sentence alone</source>
        <translation>빼거나 문장마다 따로 실행하세요</translation>
    </message>
    <message>
        <source>Leave it out, or write a picture</source>
        <translation>빼거나 그림으로 내보내세요</translation>
    </message>
    <message>
        <source>Leave out %1 of them</source>
        <translation>%1개를 줄이세요</translation>
    </message>
    <message>
        <source>Leave out --workers or --cluster</source>
        <translation>--workers와 --cluster 중 하나를 빼세요</translation>
    </message>
    <message>
        <source>Leave out mean</source>
        <translation>mean을 빼세요</translation>
    </message>
    <message>
        <source>Leave out the beam and the target</source>
        <translation>빔과 번역문을 빼 주세요</translation>
    </message>
    <message>
        <source>Leave padding out: Keras 3 masks it in each stack&apos;s first attention only</source>
        <translation>패딩 없이 실행하세요: Keras 3은 스택마다 첫 어텐션에서만 패딩을 가립니다</translation>
    </message>
    <message>
        <source>Leave some out, or shorten the longest</source>
        <translation>몇 문장을 빼거나 가장 긴 문장을 줄이세요</translation>
    </message>
    <message>
        <source>Leave the rows as they are, or choose weights</source>
        <translation>행을 그대로 두거나 어텐션 가중치를 고르세요</translation>
    </message>
    <message>
        <source>Lecture</source>
        <translation>강의</translation>
    </message>
    <message>
        <source>Left or right of the views, or in a window of its own, on another screen too.</source>
        <translation>보기의 왼쪽이나 오른쪽, 또는 별도 창. 다른 화면에도 둘 수 있습니다.</translation>
    </message>
    <message>
        <source>Left: Figure 1 of the paper; each attention block is a button.</source>
        <translation>왼쪽: 논문의 그림 1입니다. 어텐션 블록마다 버튼입니다.</translation>
    </message>
    <message>
        <source>Let its name end in one of %1</source>
        <translation>이름 끝을 다음 중 하나로 하세요: %1</translation>
    </message>
    <message>
        <source>Line of code to look at:</source>
        <translation>살펴볼 코드 줄:</translation>
    </message>
    <message>
        <source>Linear: a colour twice as far along is twice the weight. √: colour follows the square root, so that a weight of 0.04 is seen as 0.2.</source>
        <translation>선형: 색이 두 배 진하면 어텐션 가중치도 두 배입니다. √: 색이 제곱근을 따르므로 0.04가 0.2처럼 보입니다.</translation>
    </message>
    <message>
        <source>Links: strongest of each row</source>
        <translation>연결선: 행마다 가장 강한 것</translation>
    </message>
    <message>
        <source>Links: weakest weight drawn</source>
        <translation>연결선: 그릴 가장 약한 어텐션 가중치</translation>
    </message>
    <message>
        <source>Look at both runs in turn with undo and redo</source>
        <translation>되돌리기와 다시 실행으로 두 실행을 번갈아 보세요</translation>
    </message>
    <message>
        <source>Look for rows that are blocked everywhere with −inf, or fill with −1e9.</source>
        <translation>모든 열이 −inf로 가려진 행을 찾거나 −1e9로 채우세요.</translation>
    </message>
    <message>
        <source>Look whether its goal can be met</source>
        <translation>목표에 이를 수 있는지 확인하세요</translation>
    </message>
    <message>
        <source>Lower data.max_tokens</source>
        <translation>data.max_tokens 값을 낮추세요</translation>
    </message>
    <message>
        <source>Lower schedule.peak or optimisation.clip, or choose float32, and train into another folder</source>
        <translation>schedule.peak이나 optimisation.clip을 낮추거나 float32를 골라 다른 폴더에 학습하세요</translation>
    </message>
    <message>
        <source>Make room for it</source>
        <translation>디스크 공간을 마련하세요</translation>
    </message>
    <message>
        <source>Make room for it and start again with --resume</source>
        <translation>공간을 마련하고 --resume으로 다시 시작하세요</translation>
    </message>
    <message>
        <source>Make room on this disk</source>
        <translation>이 디스크에 자리를 만드세요</translation>
    </message>
    <message>
        <source>Make room or choose another disk</source>
        <translation>공간을 마련하거나 다른 디스크를 고르세요</translation>
    </message>
    <message>
        <source>Make room or choose another folder</source>
        <translation>공간을 비우거나 다른 폴더를 고르세요</translation>
    </message>
    <message>
        <source>Make sure that the loss leaves them out, or fill with −1e9 in place of −inf.</source>
        <translation>손실 계산에서 빠지는지 확인하거나 −inf 대신 −1e9로 채우세요.</translation>
    </message>
    <message>
        <source>Make the mask from the ids that the model gets, in the same order, and repeat it for the heads in the order in which they are folded.</source>
        <translation>모델에 들어가는 토큰 번호에서 같은 순서로 마스크를 만들고, 헤드를 합친 순서대로 반복하세요.</translation>
    </message>
    <message>
        <source>Make the network or the vocabulary smaller</source>
        <translation>모델이나 어휘 사전을 줄이세요</translation>
    </message>
    <message>
        <source>Map of the model</source>
        <translation>모델 구조도</translation>
    </message>
    <message>
        <source>Mask the scores before the softmax, with a large negative number or −inf.</source>
        <translation>softmax 전에 어텐션 스코어를 절댓값이 큰 음수나 −inf로 마스킹하세요.</translation>
    </message>
    <message>
        <source>Masks as in your code</source>
        <translation>마스크를 내 코드의 표기로</translation>
    </message>
    <message>
        <source>Masks of a class: %1 submissions</source>
        <translation>수업의 마스크: 제출물 %1개</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>기억</translation>
    </message>
    <message>
        <source>Move %1 away</source>
        <translation>다른 곳으로 옮기세요: %1</translation>
    </message>
    <message>
        <source>Name an earlier one</source>
        <translation>더 앞의 위치를 지정하세요</translation>
    </message>
    <message>
        <source>Name one of them</source>
        <translation>그중 하나를 지정하세요</translation>
    </message>
    <message>
        <source>Name one; without --out they are listed</source>
        <translation>하나를 지정하세요. --out이 없으면 목록을 보여 줍니다</translation>
    </message>
    <message>
        <source>Name the vocabularies of this model in the cell and run it again</source>
        <translation>셀에 이 모델의 어휘 사전 이름을 입력하고 다시 실행하세요</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>메모</translation>
    </message>
    <message>
        <source>Notes and sessions that are not saved survive a crash: every 30 seconds a copy is written on this computer, and deleted on leaving. Without remembered sentences none is written.</source>
        <translation>저장하지 않은 메모와 세션을 프로그램이 갑자기 끝나도 잃지 않습니다. 30초마다 이 컴퓨터에 사본을 쓰고, 나갈 때 지웁니다. 문장을 기억하지 않게 하면 사본도 쓰지 않습니다.</translation>
    </message>
    <message>
        <source>Nothing has to change: nobody reads these rows.</source>
        <translation>바꿀 필요는 없습니다. 이 행들은 쓰이지 않습니다.</translation>
    </message>
    <message>
        <source>Nothing has to change: the look-ahead mask hides it from every other row.</source>
        <translation>바꿀 필요는 없습니다. 룩어헤드 마스크가 다른 모든 행에서 패딩을 가립니다.</translation>
    </message>
    <message>
        <source>Nothing has to change; masking the scores is the usual way.</source>
        <translation>바꿀 필요는 없습니다. 보통은 어텐션 스코어를 마스킹합니다.</translation>
    </message>
    <message>
        <source>Nothing is wrong.</source>
        <translation>잘못된 것이 없습니다.</translation>
    </message>
    <message>
        <source>Numbers in cells</source>
        <translation>칸에 숫자 표시</translation>
    </message>
    <message>
        <source>Of the interface; a change takes effect at once.</source>
        <translation>화면에 쓰는 언어입니다. 바꾸면 바로 적용됩니다.</translation>
    </message>
    <message>
        <source>Of the window; exported pictures stay light, as paper is.</source>
        <translation>창의 테마입니다. 내보내는 그림은 종이처럼 밝게 둡니다.</translation>
    </message>
    <message>
        <source>Of which year is the notebook (its special tokens)?</source>
        <translation>노트북은 몇 년 판인가요 (특수 토큰 기준)?</translation>
    </message>
    <message>
        <source>On Debian or Ubuntu run as root: %1</source>
        <translation>Debian이나 Ubuntu에서는 root로 실행하세요: %1</translation>
    </message>
    <message>
        <source>One large picture, larger text, √ scale for projectors; without map and inspector. F11 shows it alone.</source>
        <translation>큰 그림 하나, 큰 글자, 빔프로젝터용 √ 눈금입니다. 구조 그림과 인스펙터는 숨깁니다. F11은 그림만 보여 줍니다.</translation>
    </message>
    <message>
        <source>Open a checkpoint first</source>
        <translation>먼저 체크포인트를 여세요</translation>
    </message>
    <message>
        <source>Open it again</source>
        <translation>다시 여세요</translation>
    </message>
    <message>
        <source>Open it as a trace: it needs no checkpoint</source>
        <translation>실행 기록으로 여세요. 체크포인트가 필요 없습니다</translation>
    </message>
    <message>
        <source>Open it with the version that wrote it, or remove the field</source>
        <translation>저장한 버전으로 열거나 그 필드를 지우세요</translation>
    </message>
    <message>
        <source>Open its folder</source>
        <translation>그 폴더를 여세요</translation>
    </message>
    <message>
        <source>Open one first</source>
        <translation>먼저 하나 여세요</translation>
    </message>
    <message>
        <source>Open one of them</source>
        <translation>그중 하나를 여세요</translation>
    </message>
    <message>
        <source>Open that checkpoint</source>
        <translation>그 체크포인트를 여세요</translation>
    </message>
    <message>
        <source>Open the .pt file itself; download it again</source>
        <translation>.pt 파일 자체를 여세요. 다시 내려받으세요</translation>
    </message>
    <message>
        <source>Open the file of weights and leave this one beside it</source>
        <translation>모델 파일을 열고 이 파일은 그 옆에 두세요</translation>
    </message>
    <message>
        <source>Open the file of weights, or save the weights with torch.save</source>
        <translation>모델 파일을 열거나 torch.save로 모델 파라미터를 저장하세요</translation>
    </message>
    <message>
        <source>Open the model that it changes, or merge both and save that</source>
        <translation>이 어댑터가 바꾸는 원래 모델을 열거나 둘을 병합해서 저장하세요</translation>
    </message>
    <message>
        <source>Open the weights, and leave this one beside them</source>
        <translation>모델 파일을 열고 이 파일은 그 옆에 두세요</translation>
    </message>
    <message>
        <source>Opens over the views: entropy, focus, distance and more, on this sentence and over a table’s file.</source>
        <translation>보기 위에 열립니다: 이 문장과 표를 만든 파일 전체에서의 엔트로피, 집중도, 거리 등을 보여 줍니다.</translation>
    </message>
    <message>
        <source>Opens over the views: the change in log-probability when a token is replaced.</source>
        <translation>보기 위에 열립니다: 토큰을 바꿨을 때 로그 확률이 얼마나 달라지는지 보여 줍니다.</translation>
    </message>
    <message>
        <source>Opens over the views: the heads of cross attention ranked, with the measure and what it stands on.</source>
        <translation>보기 위에 열립니다: 크로스 어텐션의 헤드 순위를 척도와 그 근거와 함께 보여 줍니다.</translation>
    </message>
    <message>
        <source>Opens over the views: the vocabulary head applied to every decoder layer.</source>
        <translation>보기 위에 열립니다: 디코더의 모든 레이어에 출력층(Linear)을 적용한 결과를 보여 줍니다.</translation>
    </message>
    <message>
        <source>Opens over the views: the way from query and key to the weight and on, step by step (Attention Is All You Need, 3.2.1).</source>
        <translation>보기 위에 열립니다: 쿼리와 키에서 어텐션 가중치까지, 그리고 그 다음까지를 한 단계씩 보여 줍니다 (Attention Is All You Need, 3.2.1).</translation>
    </message>
    <message>
        <source>Order of heads in All layers</source>
        <translation>전체 레이어 보기의 헤드 순서</translation>
    </message>
    <message>
        <source>Other files in the folder: %1. They were not looked at, and no code is run: %2</source>
        <translation>폴더의 다른 파일: %1개. 살펴보지 않았으며 코드는 실행하지 않습니다: %2</translation>
    </message>
    <message>
        <source>Other softmaxes have the shape of an attention and were left out: %1.</source>
        <translation>어텐션과 모양이 같은 다른 softmax는 제외했습니다: %1.</translation>
    </message>
    <message>
        <source>PDF files</source>
        <translation>PDF 파일</translation>
    </message>
    <message>
        <source>Pad to %1 at most</source>
        <translation>최대 %1개까지만 패딩하세요</translation>
    </message>
    <message>
        <source>Padding blocks rows (queries) and not columns (keys): other rows give it weight.</source>
        <translation>패딩 마스크가 열(키)이 아니라 행(쿼리)을 가립니다. 다른 행이 패딩에 가중치를 줍니다.</translation>
    </message>
    <message>
        <source>Padding in the target is not blocked. While it stands at the end it does no harm.</source>
        <translation>타겟의 패딩이 가려지지 않았습니다. 패딩이 끝에 있는 동안에는 문제가 없습니다.</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>그림</translation>
    </message>
    <message>
        <source>Pin a run first</source>
        <translation>먼저 실행을 고정하세요</translation>
    </message>
    <message>
        <source>Pin a run of a network of the same shape</source>
        <translation>구조가 같은 모델의 실행을 고정하세요</translation>
    </message>
    <message>
        <source>Place of What if</source>
        <translation>만약에의 위치</translation>
    </message>
    <message>
        <source>Place of the inspector</source>
        <translation>인스펙터의 위치</translation>
    </message>
    <message>
        <source>Place of the map</source>
        <translation>모델 구조도의 위치</translation>
    </message>
    <message>
        <source>Place of the notes</source>
        <translation>메모의 위치</translation>
    </message>
    <message>
        <source>Playing: time per step</source>
        <translation>재생: 시점마다 걸리는 시간</translation>
    </message>
    <message>
        <source>Points added to the system’s size, which grows on a large screen; for a projector, 4 or more.</source>
        <translation>시스템 글자 크기에 더할 포인트입니다. 큰 화면에서는 시스템 글자도 더 크게 보입니다. 프로젝터에서는 4 이상이 좋습니다.</translation>
    </message>
    <message>
        <source>Positions off</source>
        <translation>위치 끄기</translation>
    </message>
    <message>
        <source>Put it into the file&apos;s name, after the last /</source>
        <translation>마지막 / 뒤의 파일 이름에 넣으세요</translation>
    </message>
    <message>
        <source>Put that file beside it, and the tokenizer&apos;s files</source>
        <translation>그 파일과 토크나이저 파일을 옆에 두세요</translation>
    </message>
    <message>
        <source>Put the same checkpoint into the same place on every machine</source>
        <translation>모든 컴퓨터의 같은 자리에 같은 체크포인트를 두세요</translation>
    </message>
    <message>
        <source>Put {%1} into it, before everything else that differs</source>
        <translation>서로 다른 다른 부분보다 앞에 {%1} 표시를 넣으세요</translation>
    </message>
    <message>
        <source>Qt’s platform</source>
        <translation>Qt 플랫폼</translation>
    </message>
    <message>
        <source>Queries of one sentence meet keys of another: their heads are folded in two orders.</source>
        <translation>한 문장의 쿼리가 다른 문장의 키와 만납니다. 쿼리와 키의 헤드를 합친 순서가 서로 다릅니다.</translation>
    </message>
    <message>
        <source>RMS norm (no mean, no shift)</source>
        <translation>RMS 정규화 (평균을 빼지 않고 더하는 값도 없음)</translation>
    </message>
    <message>
        <source>Raise data.max_tokens or choose other data</source>
        <translation>data.max_tokens를 늘리거나 다른 데이터를 고르세요</translation>
    </message>
    <message>
        <source>Raise optimisation.accumulate and lower batch_tokens by as much</source>
        <translation>optimisation.accumulate를 높이고 그만큼 batch_tokens를 낮추세요</translation>
    </message>
    <message>
        <source>Raise the one or lower the other</source>
        <translation>하나를 늘리거나 다른 하나를 줄이세요</translation>
    </message>
    <message>
        <source>Record a padded sentence too: two sentences of different lengths in one batch.</source>
        <translation>패딩이 있는 문장도 기록하세요. 길이가 다른 두 문장을 함께 넣으면 됩니다.</translation>
    </message>
    <message>
        <source>Record a run of it with headscope_recorder.py and open that</source>
        <translation>headscope_recorder.py로 실행을 기록해 그 파일을 여세요</translation>
    </message>
    <message>
        <source>Record a run of it with headscope_recorder.py and open that (Inspect shows all lines): %1</source>
        <translation>headscope_recorder.py로 이 모델의 실행을 기록해서 여세요 (전체 코드는 파일 살펴보기에 있습니다): %1</translation>
    </message>
    <message>
        <source>Record a shorter one</source>
        <translation>더 짧은 문장을 기록하세요</translation>
    </message>
    <message>
        <source>Record each model with headscope_recorder.py first</source>
        <translation>먼저 headscope_recorder.py로 모델마다 기록하세요</translation>
    </message>
    <message>
        <source>Record fewer layers</source>
        <translation>더 적은 레이어를 기록하세요</translation>
    </message>
    <message>
        <source>Record it again</source>
        <translation>다시 기록하세요</translation>
    </message>
    <message>
        <source>Record the model again with headscope_recorder.py</source>
        <translation>headscope_recorder.py로 모델을 다시 기록하세요</translation>
    </message>
    <message>
        <source>Remark</source>
        <translation>참고</translation>
    </message>
    <message>
        <source>Remember sentences</source>
        <translation>문장 기억하기</translation>
    </message>
    <message>
        <source>Remember what was opened</source>
        <translation>연 파일 기억하기</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>제거하세요</translation>
    </message>
    <message>
        <source>Remove it, or choose another --out</source>
        <translation>지우거나 다른 --out을 고르세요</translation>
    </message>
    <message>
        <source>Remove it, or choose sub-words</source>
        <translation>이 값을 지우거나 서브워드 어휘 사전을 고르세요</translation>
    </message>
    <message>
        <source>Remove one of the two</source>
        <translation>둘 중 하나를 지우세요</translation>
    </message>
    <message>
        <source>Remove the folder to begin again</source>
        <translation>처음부터 하려면 폴더를 지우세요</translation>
    </message>
    <message>
        <source>Repeat it as the queries are folded: repeat_interleave(H, dim=0) where the heads of a sentence stand together, repeat(H, 1, 1) where the sentences of a head do.</source>
        <translation>쿼리를 합친 순서대로 반복하세요. 한 문장의 헤드가 모여 있으면 repeat_interleave(H, dim=0), 한 헤드의 문장이 모여 있으면 repeat(H, 1, 1)입니다.</translation>
    </message>
    <message>
        <source>Research</source>
        <translation>연구</translation>
    </message>
    <message>
        <source>Right, below: what you write about runs and places; saved in session files.</source>
        <translation>오른쪽 아래: 실행과 자리에 대해 쓴 글. 세션 파일에 저장됩니다.</translation>
    </message>
    <message>
        <source>Right, under the inspector: what is changed in the network, and what that does.</source>
        <translation>오른쪽 인스펙터 아래: 모델에서 바꾼 것과 그 효과.</translation>
    </message>
    <message>
        <source>Right: the selected number, the candidates, and the questions that can be asked.</source>
        <translation>오른쪽: 선택한 숫자, 후보 토큰, 그리고 할 수 있는 질문.</translation>
    </message>
    <message>
        <source>Row totals in One head</source>
        <translation>헤드 하나 보기의 행 합계</translation>
    </message>
    <message>
        <source>Rows are queries, columns are keys.</source>
        <translation>행은 쿼리, 열은 키입니다.</translation>
    </message>
    <message>
        <source>Rows of padding are blocked too. The paper does not, some tutorials do; it does no harm.</source>
        <translation>패딩 행도 가려져 있습니다. 논문과 다르지만 몇몇 튜토리얼이 이렇게 하며, 문제는 없습니다.</translation>
    </message>
    <message>
        <source>Rows without a visible column are not numbers (NaN); they are shown as 0.</source>
        <translation>볼 수 있는 열이 없는 행은 숫자가 아니며(NaN), 0으로 표시합니다.</translation>
    </message>
    <message>
        <source>Run another sentence</source>
        <translation>다른 문장을 실행하세요</translation>
    </message>
    <message>
        <source>Run git lfs pull in its folder, or download the file itself</source>
        <translation>그 폴더에서 git lfs pull을 실행하거나 파일 자체를 내려받으세요</translation>
    </message>
    <message>
        <source>Run it, save the weights (torch.save), and open the saved file</source>
        <translation>실행해서 torch.save로 저장한 뒤 저장된 파일을 여세요</translation>
    </message>
    <message>
        <source>Run the cell again as it was copied</source>
        <translation>복사한 셀을 그대로 다시 실행하세요</translation>
    </message>
    <message>
        <source>Run the change again</source>
        <translation>변경을 다시 실행하세요</translation>
    </message>
    <message>
        <source>Run: %1</source>
        <translation>실행할 명령: %1</translation>
    </message>
    <message>
        <source>Run: %1. Or convert it where it was saved, and open model.safetensors: %2</source>
        <translation>실행할 명령: %1. 또는 저장한 곳에서 다음 줄로 변환한 뒤 model.safetensors를 여세요: %2</translation>
    </message>
    <message>
        <source>SVG files and pages</source>
        <translation>SVG 파일과 웹 페이지</translation>
    </message>
    <message>
        <source>Save a picture of it</source>
        <translation>그림으로 저장하세요</translation>
    </message>
    <message>
        <source>Save a picture of it, or choose decoder or cross attention</source>
        <translation>그림으로 저장하거나 디코더 또는 크로스 어텐션을 고르세요</translation>
    </message>
    <message>
        <source>Save it again by model.save_weights(&quot;model.weights.h5&quot;)</source>
        <translation>model.save_weights(&quot;model.weights.h5&quot;)로 다시 저장하세요</translation>
    </message>
    <message>
        <source>Save it again with torch.save&apos;s own protocol, 2</source>
        <translation>torch.save의 기본 프로토콜(2)로 다시 저장하세요</translation>
    </message>
    <message>
        <source>Save it again with torch.save, without packing it a second time</source>
        <translation>다시 압축하지 말고 torch.save로 다시 저장하세요</translation>
    </message>
    <message>
        <source>Save it as UTF-8</source>
        <translation>UTF-8로 저장하세요</translation>
    </message>
    <message>
        <source>Save it as UTF-8, or take it away to go on with ids</source>
        <translation>UTF-8로 저장하거나, 파일 없이 토큰 번호로 계속하세요</translation>
    </message>
    <message>
        <source>Save it as a dense tensor of its own, in float32</source>
        <translation>float32의 독립된 밀집 텐서로 저장하세요</translation>
    </message>
    <message>
        <source>Save pictures instead</source>
        <translation>대신 그림으로 저장하세요</translation>
    </message>
    <message>
        <source>Save the checkpoint again with the settings of its training</source>
        <translation>학습 설정과 함께 체크포인트를 다시 저장하세요</translation>
    </message>
    <message>
        <source>Save the file as UTF-8</source>
        <translation>파일을 UTF-8로 저장하세요</translation>
    </message>
    <message>
        <source>Save the session again</source>
        <translation>세션을 다시 저장하세요</translation>
    </message>
    <message>
        <source>Save the state_dict of your whole model</source>
        <translation>모델 전체의 state_dict를 저장하세요</translation>
    </message>
    <message>
        <source>Save the weights alone: torch.save(model.state_dict(), &apos;weights.pt&apos;)</source>
        <translation>모델 파라미터만 저장하세요: torch.save(model.state_dict(), &apos;weights.pt&apos;)</translation>
    </message>
    <message>
        <source>Save the weights of the whole model, encoder and decoder</source>
        <translation>인코더와 디코더를 포함한 모델 전체의 파라미터를 저장하세요</translation>
    </message>
    <message>
        <source>Scale of colours</source>
        <translation>색 눈금</translation>
    </message>
    <message>
        <source>Scores are not divided by √%1, the root of a head’s width.</source>
        <translation>어텐션 스코어를 헤드 너비의 제곱근(√%1)으로 나누지 않았습니다.</translation>
    </message>
    <message>
        <source>Scores with a temperature</source>
        <translation>어텐션 스코어에 온도 주기</translation>
    </message>
    <message>
        <source>Scores without √d_k</source>
        <translation>√d_k로 나누지 않은 어텐션 스코어</translation>
    </message>
    <message>
        <source>See %1 --help</source>
        <translation>%1 --help를 참고하세요</translation>
    </message>
    <message>
        <source>Set HOME to a folder that is yours</source>
        <translation>HOME을 자신의 폴더로 설정하세요</translation>
    </message>
    <message>
        <source>Shorten it</source>
        <translation>짧게 줄이세요</translation>
    </message>
    <message>
        <source>Shorten it, or insist: --yes on the command line, sure=True in Python</source>
        <translation>문장을 줄이거나, 그래도 실행하려면 명령줄에서 --yes, Python에서 sure=True를 사용하세요</translation>
    </message>
    <message>
        <source>Shorten the sentence</source>
        <translation>문장을 줄이세요</translation>
    </message>
    <message>
        <source>Shorten the sentence, or run it anyway</source>
        <translation>문장을 줄이거나 그대로 실행하세요</translation>
    </message>
    <message>
        <source>Shorten the sentence, or save the trace instead</source>
        <translation>문장을 줄이거나 대신 실행 기록을 저장하세요</translation>
    </message>
    <message>
        <source>Show tokens, or choose weights</source>
        <translation>토큰 단위로 표시하거나 어텐션 가중치를 고르세요</translation>
    </message>
    <message>
        <source>Sines and cosines of positions: in which order?</source>
        <translation>위치의 사인과 코사인은 어떤 순서로 놓이나요?</translation>
    </message>
    <message>
        <source>Size of text</source>
        <translation>글자 크기</translation>
    </message>
    <message>
        <source>Split with view(B, N, H, D).transpose(1, 2), not with view(B, H, N, D).</source>
        <translation>view(B, H, N, D)가 아니라 view(B, N, H, D).transpose(1, 2)로 나누세요.</translation>
    </message>
    <message>
        <source>Square size = weight</source>
        <translation>사각형 크기 = 어텐션 가중치</translation>
    </message>
    <message>
        <source>Start Headscope on a desktop, or add --snapshot window.png to get a picture of the window</source>
        <translation>데스크톱에서 Headscope를 시작하거나, --snapshot window.png를 더해 창의 그림을 얻으세요</translation>
    </message>
    <message>
        <source>Start all again: the run is resumed</source>
        <translation>모두 다시 시작하세요. 이어서 학습합니다</translation>
    </message>
    <message>
        <source>Start all of them again</source>
        <translation>모두 다시 시작하세요</translation>
    </message>
    <message>
        <source>Start fewer, or use --device cpu</source>
        <translation>더 적게 시작하거나 --device cpu를 사용하세요</translation>
    </message>
    <message>
        <source>Start it again with --resume; what is done is kept</source>
        <translation>--resume으로 다시 시작하세요. 끝난 부분은 남아 있습니다</translation>
    </message>
    <message>
        <source>Start one and try again</source>
        <translation>하나를 시작하고 다시 해 보세요</translation>
    </message>
    <message>
        <source>Start one, and go on with --resume; what is done is kept</source>
        <translation>워커를 시작하고 --resume으로 이어서 하세요. 끝난 부분은 남아 있습니다</translation>
    </message>
    <message>
        <source>Student</source>
        <translation>학생</translation>
    </message>
    <message>
        <source>Submission</source>
        <translation>제출물</translation>
    </message>
    <message>
        <source>Submissions</source>
        <translation>제출물 수</translation>
    </message>
    <message>
        <source>Switch positions off instead</source>
        <translation>대신 위치 정보를 끄세요</translation>
    </message>
    <message>
        <source>Take a shorter sentence</source>
        <translation>더 짧은 문장을 고르세요</translation>
    </message>
    <message>
        <source>Take it away to go on with ids, or use another checkpoint</source>
        <translation>그 파일을 치우고 ID로 계속하거나 다른 체크포인트를 사용하세요</translation>
    </message>
    <message>
        <source>Take it over the keys, the last axis: softmax(dim=-1).</source>
        <translation>마지막 축인 키 방향으로 계산하세요: softmax(dim=-1).</translation>
    </message>
    <message>
        <source>Take softmax(dim=-1) last, and change nothing in the weights afterwards.</source>
        <translation>softmax(dim=-1)를 마지막에 적용하고, 그 뒤에는 어텐션 가중치를 바꾸지 마세요.</translation>
    </message>
    <message>
        <source>The first %1 tokens of each side.</source>
        <translation>양쪽의 처음 %1개 토큰만 표시합니다.</translation>
    </message>
    <message>
        <source>The heads are split by a bare view: the rows of a head are not the positions.</source>
        <translation>헤드를 view만으로 나누었습니다. 한 헤드의 행이 위치와 맞지 않습니다.</translation>
    </message>
    <message>
        <source>The heads have different masks: a mask of sentences lies along the heads.</source>
        <translation>헤드마다 마스크가 다릅니다. 문장별 마스크가 헤드 축에 놓여 있습니다.</translation>
    </message>
    <message>
        <source>The heads have masks of different sentences: repeated in another order than heads are folded.</source>
        <translation>헤드마다 다른 문장의 마스크가 적용되었습니다. 마스크를 반복한 순서가 헤드를 합친 순서와 다릅니다.</translation>
    </message>
    <message>
        <source>The largest weight of a row is found without telling colours apart.</source>
        <translation>색을 구별하지 않고도 행에서 가장 큰 어텐션 가중치를 찾을 수 있습니다.</translation>
    </message>
    <message>
        <source>The last fifty that were translated, in the settings file on this computer and nowhere else. Switching it off forgets them.</source>
        <translation>마지막으로 번역한 문장 쉰 개를 이 컴퓨터의 설정 파일에만 기억합니다. 끄면 모두 지웁니다.</translation>
    </message>
    <message>
        <source>The last ten checkpoints and traces, by path. Switching it off forgets them.</source>
        <translation>마지막으로 연 체크포인트와 실행 기록 열 개의 경로를 기억합니다. 끄면 모두 지웁니다.</translation>
    </message>
    <message>
        <source>The look-ahead mask is one too narrow: no row may attend to its own token.</source>
        <translation>룩어헤드 마스크가 한 칸 좁습니다. 어떤 행도 자기 토큰에 어텐션 가중치를 줄 수 없습니다.</translation>
    </message>
    <message>
        <source>The look-ahead mask is one too wide: each row may attend to the next token.</source>
        <translation>룩어헤드 마스크가 한 칸 넓습니다. 각 행이 다음 토큰에 어텐션 가중치를 줄 수 있습니다.</translation>
    </message>
    <message>
        <source>The look-ahead mask is transposed: rows may attend to the future, not to the past.</source>
        <translation>룩어헤드 마스크가 전치되어 있습니다. 각 행이 앞선 토큰이 아니라 나중 토큰에 어텐션 가중치를 줄 수 있습니다.</translation>
    </message>
    <message>
        <source>The mask blocks no padding: the ids are compared with %2, and padding is %1.</source>
        <translation>마스크가 패딩을 가리지 않습니다. ID를 %2번과 비교하지만 패딩은 %1번입니다.</translation>
    </message>
    <message>
        <source>The mask differs from the definition in %1 of %2 cells, in no way that has a name.</source>
        <translation>마스크가 칸 %2개 중 %1개에서 정의와 다르며, 알려진 실수와는 맞지 않습니다.</translation>
    </message>
    <message>
        <source>The mask is applied after the softmax and rows are made to sum to 1 again.</source>
        <translation>softmax 뒤에 마스크를 적용하고 행의 합을 다시 1로 맞춥니다.</translation>
    </message>
    <message>
        <source>The mask is applied after the softmax: a row sums to %1 and not to 1.</source>
        <translation>softmax 뒤에 마스크를 적용합니다. 행의 합이 1이 아닙니다(%1).</translation>
    </message>
    <message>
        <source>The mask is inverted: it blocks what may be attended to and lets the rest through.</source>
        <translation>마스크가 반대입니다. 볼 수 있어야 할 곳을 가리고 나머지를 통과시킵니다.</translation>
    </message>
    <message>
        <source>The mask is that of another sentence of the batch (sentence %1).</source>
        <translation>함께 실행한 다른 문장(%1번째 문장)의 마스크입니다.</translation>
    </message>
    <message>
        <source>The mask takes “%1” (id %2) for padding, and not id %3.</source>
        <translation>마스크가 패딩(ID %3) 대신 “%1”(ID %2) 토큰을 패딩으로 다룹니다.</translation>
    </message>
    <message>
        <source>The masks are as the architecture defines them.</source>
        <translation>마스크가 구조의 정의와 같습니다.</translation>
    </message>
    <message>
        <source>The model’s map, one picture with numbers, and the inspector with its questions.</source>
        <translation>모델 구조 그림, 숫자가 있는 그림 하나, 질문이 있는 인스펙터를 보여 줍니다.</translation>
    </message>
    <message>
        <source>The softmax runs over the wrong axis (%1): the weights of a row do not sum to 1.</source>
        <translation>softmax의 축이 잘못되었습니다(%1). 행의 어텐션 가중치 합이 1이 아닙니다.</translation>
    </message>
    <message>
        <source>The sum of each row’s weights, right of it: 1 after softmax.</source>
        <translation>행마다 어텐션 가중치의 합을 오른쪽에 적습니다. softmax 뒤에는 1입니다.</translation>
    </message>
    <message>
        <source>The target’s mask is used in cross attention, whose keys are the source.</source>
        <translation>키가 소스인 크로스 어텐션에 타겟의 마스크가 적용되어 있습니다.</translation>
    </message>
    <message>
        <source>The weight is printed where a cell has room for it.</source>
        <translation>칸에 자리가 있으면 어텐션 가중치를 숫자로 적습니다.</translation>
    </message>
    <message>
        <source>The weights of a row do not sum to 1: it sums to %1.</source>
        <translation>행의 어텐션 가중치 합이 1이 아닙니다(%1).</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>화면 테마</translation>
    </message>
    <message>
        <source>There is no look-ahead mask: every row may attend to all later tokens.</source>
        <translation>룩어헤드 마스크가 없습니다. 모든 행이 나중 토큰 전체에 어텐션 가중치를 줄 수 있습니다.</translation>
    </message>
    <message>
        <source>There is no padding mask: rows give weight to padding.</source>
        <translation>패딩 마스크가 없습니다. 행이 패딩에 가중치를 줍니다.</translation>
    </message>
    <message>
        <source>These masks are computed by Headscope and not recorded from somebody’s own code.</source>
        <translation>이 마스크는 Headscope가 계산한 것으로, 내 코드에서 기록한 것이 아닙니다.</translation>
    </message>
    <message>
        <source>They hold until Headscope is closed</source>
        <translation>Headscope를 닫을 때까지는 유지됩니다</translation>
    </message>
    <message>
        <source>This sentence has no padding, so its padding masks could not be judged.</source>
        <translation>이 문장에는 패딩이 없어서 패딩 마스크를 판단할 수 없습니다.</translation>
    </message>
    <message>
        <source>Train in one process</source>
        <translation>프로세스 하나로 학습하세요</translation>
    </message>
    <message>
        <source>Train it with today&apos;s code, or choose another era if the code was copied later</source>
        <translation>지금의 코드로 학습하거나, 나중에 복사한 코드라면 다른 시기를 고르세요</translation>
    </message>
    <message>
        <source>Translate a sentence first</source>
        <translation>먼저 문장을 번역하세요</translation>
    </message>
    <message>
        <source>Translate again</source>
        <translation>다시 번역하세요</translation>
    </message>
    <message>
        <source>Translate one of them alone to see why</source>
        <translation>이유를 보려면 하나만 번역해 보세요</translation>
    </message>
    <message>
        <source>Translate the sentence again</source>
        <translation>문장을 다시 번역하세요</translation>
    </message>
    <message>
        <source>Translate the sentence again; a very large run leaves them out</source>
        <translation>문장을 다시 번역하세요. 매우 큰 실행에는 이 값이 들어 있지 않습니다</translation>
    </message>
    <message>
        <source>Try once more</source>
        <translation>다시 해 보세요</translation>
    </message>
    <message>
        <source>Two source tokens swapped</source>
        <translation>소스 토큰 두 개의 자리 바꾸기</translation>
    </message>
    <message>
        <source>Type a sentence</source>
        <translation>문장을 입력하세요</translation>
    </message>
    <message>
        <source>Type a translation</source>
        <translation>번역을 입력하세요</translation>
    </message>
    <message>
        <source>Type numbers, or open a vocabulary for this model</source>
        <translation>번호를 입력하거나 이 모델의 어휘 사전을 여세요</translation>
    </message>
    <message>
        <source>Type one target a line for each sentence</source>
        <translation>문장마다 한 줄에 타겟을 하나씩 입력하세요</translation>
    </message>
    <message>
        <source>Unpack it and open the file</source>
        <translation>압축을 풀고 그 파일을 여세요</translation>
    </message>
    <message>
        <source>Unpack it and open the folder</source>
        <translation>압축을 풀고 그 폴더를 여세요</translation>
    </message>
    <message>
        <source>Unpack it and open the weights inside</source>
        <translation>압축을 풀고 안에 있는 모델 파일을 여세요</translation>
    </message>
    <message>
        <source>Update Headscope</source>
        <translation>Headscope를 새 버전으로 바꾸세요</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>사용할 수 있는 것: %1</translation>
    </message>
    <message>
        <source>Use .safetensors, or save the weights with torch.save</source>
        <translation>.safetensors 파일을 사용하거나 torch.save로 저장하세요</translation>
    </message>
    <message>
        <source>Use a PyTorch version of the model</source>
        <translation>PyTorch용 모델을 사용하세요</translation>
    </message>
    <message>
        <source>Use a code such as de or ko</source>
        <translation>de나 ko 같은 코드를 사용하세요</translation>
    </message>
    <message>
        <source>Use a number from 1 to %1</source>
        <translation>1부터 %1까지의 번호를 사용하세요</translation>
    </message>
    <message>
        <source>Use a smaller model, or a machine with more memory</source>
        <translation>더 작은 모델이나 메모리가 더 큰 컴퓨터를 사용하세요</translation>
    </message>
    <message>
        <source>Use at most 20,000 pixels a side</source>
        <translation>한 변을 최대 20,000픽셀로 하세요</translation>
    </message>
    <message>
        <source>Use fewer --workers; what is done is kept</source>
        <translation>--workers를 줄이세요. 끝난 부분은 남아 있습니다</translation>
    </message>
    <message>
        <source>Use files with one line per sentence</source>
        <translation>문장마다 한 줄인 파일을 사용하세요</translation>
    </message>
    <message>
        <source>Use numbers from 1 to %1</source>
        <translation>1부터 %1까지의 번호를 사용하세요</translation>
    </message>
    <message>
        <source>Use numbers that exist</source>
        <translation>있는 번호를 사용하세요</translation>
    </message>
    <message>
        <source>Use one of %1</source>
        <translation>다음 중 하나를 사용하세요: %1</translation>
    </message>
    <message>
        <source>Use one of at most %1</source>
        <translation>최대 %1인 것을 사용하세요</translation>
    </message>
    <message>
        <source>Use one of: %1</source>
        <translation>다음 중 하나를 사용하세요: %1</translation>
    </message>
    <message>
        <source>Use the config.json that belongs to these weights</source>
        <translation>이 모델 파라미터와 짝이 맞는 config.json을 사용하세요</translation>
    </message>
    <message>
        <source>Use the vocabulary that belongs to this checkpoint</source>
        <translation>이 체크포인트의 어휘 사전을 사용하세요</translation>
    </message>
    <message>
        <source>Use those settings, or delete it</source>
        <translation>그 설정을 쓰거나 지우세요</translation>
    </message>
    <message>
        <source>Use tril() for what may be attended to, or triu(diagonal=1) for what is blocked.</source>
        <translation>볼 수 있는 곳은 tril(), 가릴 곳은 triu(diagonal=1)로 만드세요.</translation>
    </message>
    <message>
        <source>Use tril() with diagonal 0, or block triu(diagonal=1).</source>
        <translation>대각선이 0인 tril()을 사용하거나 triu(diagonal=1)를 가리세요.</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>판정</translation>
    </message>
    <message>
        <source>Versions</source>
        <translation>버전</translation>
    </message>
    <message>
        <source>Wait until it has opened, or open it again</source>
        <translation>열릴 때까지 기다리거나 다시 여세요</translation>
    </message>
    <message>
        <source>Was the training text lower-cased?</source>
        <translation>학습 문장을 소문자로 바꾸었나요?</translation>
    </message>
    <message>
        <source>Weights are not numbers (NaN), also in rows that may attend to something.</source>
        <translation>볼 수 있는 열이 있는 행에서도 어텐션 가중치가 숫자가 아닙니다(NaN).</translation>
    </message>
    <message>
        <source>What does target padding block?</source>
        <translation>타겟 패딩은 무엇을 가리나요?</translation>
    </message>
    <message>
        <source>What each layer would say</source>
        <translation>레이어마다의 예측</translation>
    </message>
    <message>
        <source>What each word means, under the tokens and beside the labels of maps, in the language of the interface.</source>
        <translation>각 단어의 뜻을 토큰 아래와 어텐션 맵의 이름 옆에 인터페이스 언어로 보여 줍니다.</translation>
    </message>
    <message>
        <source>What happens without each word</source>
        <translation>단어 하나씩 없앤 영향</translation>
    </message>
    <message>
        <source>What if</source>
        <translation>만약에</translation>
    </message>
    <message>
        <source>What is added to the variance in norms?</source>
        <translation>층 정규화에서 분산에 더하는 값은 얼마인가요?</translation>
    </message>
    <message>
        <source>What is on screen is as it was; try again or do it another way</source>
        <translation>화면은 그대로입니다. 다시 시도하거나 다른 방법을 써 보세요</translation>
    </message>
    <message>
        <source>What is stored in %1?</source>
        <translation>%1에는 무엇이 저장되어 있나요?</translation>
    </message>
    <message>
        <source>What the selected head does</source>
        <translation>선택한 헤드가 하는 일</translation>
    </message>
    <message>
        <source>When was the code copied?</source>
        <translation>언제의 코드인가요?</translation>
    </message>
    <message>
        <source>Which activation?</source>
        <translation>활성화 함수는 무엇인가요?</translation>
    </message>
    <message>
        <source>Which dropout in training?</source>
        <translation>학습할 때의 드롭아웃은 얼마인가요?</translation>
    </message>
    <message>
        <source>Which file holds the source vocabulary?</source>
        <translation>소스 어휘 사전은 어느 파일인가요?</translation>
    </message>
    <message>
        <source>Which file holds the target vocabulary?</source>
        <translation>타겟 어휘 사전은 어느 파일인가요?</translation>
    </message>
    <message>
        <source>Which files hold the tokenizer? Without them tokens are ids</source>
        <translation>토크나이저는 어느 파일인가요? 없으면 토큰을 번호(ID)로 표시합니다</translation>
    </message>
    <message>
        <source>Which head aligns best</source>
        <translation>단어 정렬이 가장 좋은 헤드</translation>
    </message>
    <message>
        <source>Which id is padding?</source>
        <translation>패딩의 ID는 무엇인가요?</translation>
    </message>
    <message>
        <source>Which id is the end token?</source>
        <translation>끝 토큰의 ID는 무엇인가요?</translation>
    </message>
    <message>
        <source>Which id is the start token?</source>
        <translation>시작 토큰의 ID는 무엇인가요?</translation>
    </message>
    <message>
        <source>Which id is the unknown token?</source>
        <translation>미등록 토큰의 ID는 무엇인가요?</translation>
    </message>
    <message>
        <source>Which ids are padding, start and end?</source>
        <translation>패딩, 시작, 끝은 어느 id인가요?</translation>
    </message>
    <message>
        <source>Which language is the source?</source>
        <translation>소스는 어느 언어인가요?</translation>
    </message>
    <message>
        <source>Which language is the target?</source>
        <translation>타겟은 어느 언어인가요?</translation>
    </message>
    <message>
        <source>Which line it is was not recorded; a newer headscope_recorder.py writes it down.</source>
        <translation>어느 줄인지 기록되지 않았습니다. 새 headscope_recorder.py는 줄도 기록합니다.</translation>
    </message>
    <message>
        <source>Which matrix holds the source&apos;s positions?</source>
        <translation>소스의 위치 임베딩은 어느 행렬인가요?</translation>
    </message>
    <message>
        <source>Which matrix holds the source&apos;s tokens?</source>
        <translation>소스의 토큰 임베딩은 어느 행렬인가요?</translation>
    </message>
    <message>
        <source>Which padding does the calling code mask?</source>
        <translation>호출하는 코드는 어느 쪽 패딩을 마스크하나요?</translation>
    </message>
    <message>
        <source>Which version of the notebook?</source>
        <translation>노트북의 어느 판인가요?</translation>
    </message>
    <message>
        <source>Which words stand before every sentence?</source>
        <translation>모든 문장 앞에 어떤 말이 붙나요?</translation>
    </message>
    <message>
        <source>Which …_key_padding_mask are passed?</source>
        <translation>어떤 …_key_padding_mask를 넘기나요?</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>창</translation>
    </message>
    <message>
        <source>With the last sentence, checkpoint, view and step, or with the example if they are gone. Kept in the settings file on this computer, and only with remembered sentences. Switching it off forgets them.</source>
        <translation>마지막 문장, 체크포인트, 보기, 시점에서 시작하고, 없어졌으면 예시로 시작합니다. 이 컴퓨터의 설정 파일에, 문장을 기억할 때만 보관합니다. 끄면 지워집니다.</translation>
    </message>
    <message>
        <source>With the names and values of your code: in some True means blocked.</source>
        <translation>내 코드의 이름과 값으로 표시합니다. True가 가려짐인 코드도 있습니다.</translation>
    </message>
    <message>
        <source>With tied output embedding, what is scaled?</source>
        <translation>출력층(Linear)과 임베딩이 행렬을 공유할 때 무엇을 스케일링하나요?</translation>
    </message>
    <message>
        <source>Word links of other sentences, how clearly a head points both ways, or agreement with effects.</source>
        <translation>다른 문장의 단어 정렬, 헤드가 양방향으로 얼마나 뚜렷하게 가리키는지, 또는 영향과의 일치.</translation>
    </message>
    <message>
        <source>Write %1 into the line of id %2</source>
        <translation>번호(ID) %2의 줄에 %1 표시를 입력하세요</translation>
    </message>
    <message>
        <source>Write a sentence, | and its translation</source>
        <translation>문장, |, 번역을 차례로 입력하세요</translation>
    </message>
    <message>
        <source>Write a word, or a token of the vocabulary</source>
        <translation>단어나 어휘의 토큰을 적어 주세요</translation>
    </message>
    <message>
        <source>Write both in one line with | between them</source>
        <translation>둘을 | 표시로 나누어 한 줄에 입력하세요</translation>
    </message>
    <message>
        <source>Write it as WIDTHxHEIGHT, such as 1600x1000</source>
        <translation>1600x1000처럼 WIDTHxHEIGHT로 지정하세요</translation>
    </message>
    <message>
        <source>Write it as [%1]</source>
        <translation>[%1] 형태로 작성하세요</translation>
    </message>
    <message>
        <source>Write links as 0-0 1-2 3?1: sure with -, possible with ? or p</source>
        <translation>연결은 0-0 1-2 3?1처럼 적습니다. 확실한 것은 -, 가능한 것은 ? 또는 p</translation>
    </message>
    <message>
        <source>Write one of %1; layers, heads and steps count from 1, positions from 0</source>
        <translation>%1 중 하나를 입력하세요. 레이어, 헤드, 시점은 1부터, 위치는 0부터 셉니다</translation>
    </message>
    <message>
        <source>Write one source sentence in each line</source>
        <translation>한 줄에 소스 문장 하나씩 입력하세요</translation>
    </message>
    <message>
        <source>Your scores are [K, Q]. Take it over the keys, here the last axis but one: dim=-2.</source>
        <translation>어텐션 스코어가 [K, Q] 모양입니다. 키 축, 여기서는 뒤에서 두 번째 축에 적용하세요: dim=-2.</translation>
    </message>
    <message>
        <source>[%1] has an unknown entry %2</source>
        <translation>[%1]에 모르는 항목이 있습니다: %2</translation>
    </message>
    <message>
        <source>[%1] lacks %2</source>
        <translation>[%1]에 없는 항목: %2</translation>
    </message>
    <message>
        <source>a Dask scheduler instead, as in tcp://127.0.0.1:8786 (needs the extra cluster)</source>
        <translation>대신 Dask 스케줄러, 예: tcp://127.0.0.1:8786 (추가 항목 cluster 필요)</translation>
    </message>
    <message>
        <source>a change of the network for this run (repeatable): %1</source>
        <translation>이 실행에서만 모델을 바꿉니다(여러 번 가능): %1</translation>
    </message>
    <message>
        <source>a change that this version does not know</source>
        <translation>이 버전이 모르는 변경</translation>
    </message>
    <message>
        <source>a checkpoint, a trace file or a session to open</source>
        <translation>열 체크포인트, 실행 기록 파일, 세션</translation>
    </message>
    <message>
        <source>a cluster has workers of its own</source>
        <translation>클러스터에는 자체 워커가 있습니다</translation>
    </message>
    <message>
        <source>a divisor of %1</source>
        <translation>%1의 약수</translation>
    </message>
    <message>
        <source>a divisor of d_model, %1</source>
        <translation>d_model(%1)의 약수</translation>
    </message>
    <message>
        <source>a divisor of hidden_size, %1</source>
        <translation>hidden_size %1의 약수</translation>
    </message>
    <message>
        <source>a file of another kind; repeatable</source>
        <translation>다른 종류의 파일; 여러 번 지정 가능</translation>
    </message>
    <message>
        <source>a file that ends in %1 does not move</source>
        <translation>%1(으)로 끝나는 파일은 움직이지 않습니다</translation>
    </message>
    <message>
        <source>a file that ends in %1 holds no table</source>
        <translation>%1 파일에는 표를 담을 수 없습니다</translation>
    </message>
    <message>
        <source>a frame of %1 × %2 pixels is too large for an animation</source>
        <translation>한 장이 %1 × %2픽셀이면 애니메이션으로는 너무 큽니다</translation>
    </message>
    <message>
        <source>a gain alone</source>
        <translation>스케일만</translation>
    </message>
    <message>
        <source>a gain and a shift</source>
        <translation>스케일과 이동값</translation>
    </message>
    <message>
        <source>a layer, head or step is no folder</source>
        <translation>레이어, 헤드, 시점은 폴더가 될 수 없습니다</translation>
    </message>
    <message>
        <source>a learned bias on the scores for each distance</source>
        <translation>거리마다 어텐션 스코어에 더하는 학습된 편향</translation>
    </message>
    <message>
        <source>a list of claims</source>
        <translation>주장(claims)의 목록</translation>
    </message>
    <message>
        <source>a list of epochs, each a number from 0</source>
        <translation>0 이상의 수로 된 에폭 목록</translation>
    </message>
    <message>
        <source>a list of lists of token ids</source>
        <translation>토큰 번호 목록의 목록</translation>
    </message>
    <message>
        <source>a matrix for each head</source>
        <translation>헤드마다 행렬 하나</translation>
    </message>
    <message>
        <source>a negative number or -inf</source>
        <translation>음수 또는 -inf</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>수</translation>
    </message>
    <message>
        <source>a number from %1 to %2</source>
        <translation>%1~%2 사이의 숫자</translation>
    </message>
    <message>
        <source>a number from 0 to below 1</source>
        <translation>0 이상 1 미만의 수</translation>
    </message>
    <message>
        <source>a number from 1</source>
        <translation>1 이상의 숫자</translation>
    </message>
    <message>
        <source>a number from 2</source>
        <translation>2 이상의 숫자</translation>
    </message>
    <message>
        <source>a number or a text</source>
        <translation>숫자 또는 텍스트</translation>
    </message>
    <message>
        <source>a page with each file&apos;s masks, faults and lines of code</source>
        <translation>파일마다 마스크, 오류, 코드 줄을 담은 웹 페이지</translation>
    </message>
    <message>
        <source>a part of it is missing</source>
        <translation>일부가 빠져 있습니다</translation>
    </message>
    <message>
        <source>a place of the window or a command, not “%1”</source>
        <translation>창의 위치나 명령의 이름 (“%1” 아님)</translation>
    </message>
    <message>
        <source>a rollout multiplies weights, nothing else</source>
        <translation>롤아웃은 어텐션 가중치만 곱합니다</translation>
    </message>
    <message>
        <source>a rollout starts at the source, and this run holds no encoder attention</source>
        <translation>롤아웃은 소스에서 시작하는데 이 실행 기록에는 인코더 어텐션이 없습니다</translation>
    </message>
    <message>
        <source>a row for each head: .json (for the window), .csv, .parquet</source>
        <translation>헤드마다 한 행: .json(창에서 열림), .csv, .parquet</translation>
    </message>
    <message>
        <source>a section such as 3.2.1</source>
        <translation>3.2.1과 같은 절 번호</translation>
    </message>
    <message>
        <source>a seed and top-k are whole numbers, a temperature is above 0, and top-p from above 0 to 1</source>
        <translation>시드와 top-k는 정수, 온도는 0보다 큰 수, top-p는 0보다 크고 1 이하입니다</translation>
    </message>
    <message>
        <source>a sentence</source>
        <translation>문장</translation>
    </message>
    <message>
        <source>a setting</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>a shipped checkpoint</source>
        <translation>함께 제공되는 체크포인트</translation>
    </message>
    <message>
        <source>a shipped checkpoint (%1)</source>
        <translation>기본 제공 체크포인트 (%1)</translation>
    </message>
    <message>
        <source>a shipped lesson, or a file (all)</source>
        <translation>함께 제공되는 길잡이나 파일 (모두)</translation>
    </message>
    <message>
        <source>a source in each line, or source TAB translation (.tsv, .tsv.gz)</source>
        <translation>줄마다 소스 문장, 또는 소스 TAB 번역 (.tsv, .tsv.gz)</translation>
    </message>
    <message>
        <source>a source sentence, a trace file, or a session</source>
        <translation>소스 문장, 실행 기록 파일, 세션</translation>
    </message>
    <message>
        <source>a source sentence, or a trace file</source>
        <translation>소스 문장 또는 실행 기록 파일</translation>
    </message>
    <message>
        <source>a source sentence, or a trace file; of several, a reader chooses</source>
        <translation>소스 문장 또는 실행 기록 파일; 여럿이면 읽는 사람이 고름</translation>
    </message>
    <message>
        <source>a step of an animation is shown (700)</source>
        <translation>애니메이션의 한 시점을 보이는 시간 (700)</translation>
    </message>
    <message>
        <source>a table</source>
        <translation>표(table)</translation>
    </message>
    <message>
        <source>a temperature is a number above 0</source>
        <translation>온도는 0보다 큰 수입니다</translation>
    </message>
    <message>
        <source>a tensor</source>
        <translation>텐서</translation>
    </message>
    <message>
        <source>a text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>a text of at most %1 letters</source>
        <translation>%1자 이하의 텍스트</translation>
    </message>
    <message>
        <source>a token id</source>
        <translation>토큰 번호(ID)</translation>
    </message>
    <message>
        <source>a token, a position from 0, or true for any</source>
        <translation>토큰, 0부터 세는 위치, 또는 아무것이나 뜻하는 true</translation>
    </message>
    <message>
        <source>a trace file or a session</source>
        <translation>실행 기록 파일 또는 세션</translation>
    </message>
    <message>
        <source>a trace file, or a checkpoint; none: the program</source>
        <translation>실행 기록 파일 또는 체크포인트; 없으면 프로그램</translation>
    </message>
    <message>
        <source>a translation has %1 tokens and there are positions for %2</source>
        <translation>번역의 토큰이 %1개인데 위치는 %2개까지 있습니다</translation>
    </message>
    <message>
        <source>a translation of each line</source>
        <translation>줄마다의 번역</translation>
    </message>
    <message>
        <source>a value of type %1</source>
        <translation>%1 자료형의 값</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>정수</translation>
    </message>
    <message>
        <source>a whole number from %1</source>
        <translation>%1 이상의 정수</translation>
    </message>
    <message>
        <source>a whole number from 0 to %1</source>
        <translation>0부터 %1까지의 정수</translation>
    </message>
    <message>
        <source>a whole number from 1 to %1</source>
        <translation>1부터 %1까지의 정수</translation>
    </message>
    <message>
        <source>a width is a whole number from 1 to %1, a length penalty a number</source>
        <translation>너비는 1부터 %1까지의 정수, 길이 벌점은 수입니다</translation>
    </message>
    <message>
        <source>a worker has version %1, and this is %2</source>
        <translation>워커의 버전은 %1이고, 이 프로그램은 %2입니다</translation>
    </message>
    <message>
        <source>a worker that came while it was at work has no Headscope (%1)</source>
        <translation>작업 중에 들어온 워커에 Headscope가 없습니다 (%1)</translation>
    </message>
    <message>
        <source>activations</source>
        <translation>중간 계산값</translation>
    </message>
    <message>
        <source>after every source</source>
        <translation>모든 소스 뒤에</translation>
    </message>
    <message>
        <source>agreement with effects</source>
        <translation>영향과의 일치</translation>
    </message>
    <message>
        <source>aligns best of %1 heads on %2 held-out sentences</source>
        <translation>따로 둔 문장 %2개에서 헤드 %1개 중 단어 정렬이 가장 좋습니다</translation>
    </message>
    <message>
        <source>all</source>
        <translation>모두</translation>
    </message>
    <message>
        <source>all %1 epochs done</source>
        <translation>%1에포크를 모두 마쳤습니다</translation>
    </message>
    <message>
        <source>alone, or left out</source>
        <translation>이것만 있거나, 없거나</translation>
    </message>
    <message>
        <source>also store queries, keys, values, sub-layers</source>
        <translation>쿼리, 키, 밸류, 서브 레이어도 저장</translation>
    </message>
    <message>
        <source>also the loss without each head; with bleu BLEU as well, which takes long</source>
        <translation>각 헤드를 끈 손실도; bleu를 붙이면 BLEU도 (오래 걸림)</translation>
    </message>
    <message>
        <source>an animation shows every step</source>
        <translation>애니메이션은 모든 시점을 보여 줍니다</translation>
    </message>
    <message>
        <source>an object with named fields</source>
        <translation>이름 있는 필드를 가진 객체</translation>
    </message>
    <message>
        <source>animations</source>
        <translation>애니메이션</translation>
    </message>
    <message>
        <source>another one; changes are B minus A</source>
        <translation>다른 하나. 변화는 B − A</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>답변</translation>
    </message>
    <message>
        <source>architecture</source>
        <translation>구조</translation>
    </message>
    <message>
        <source>architecture.width is %1, no multiple of its %2 heads</source>
        <translation>architecture.width 값 %1: 헤드 수 %2의 배수가 아닙니다</translation>
    </message>
    <message>
        <source>arguments</source>
        <translation>명령 인수</translation>
    </message>
    <message>
        <source>as JSON</source>
        <translation>JSON으로</translation>
    </message>
    <message>
        <source>as JSON, all heads</source>
        <translation>JSON으로, 모든 헤드</translation>
    </message>
    <message>
        <source>as in that family</source>
        <translation>그 계열과 같은 점</translation>
    </message>
    <message>
        <source>as in the settings</source>
        <translation>설정대로</translation>
    </message>
    <message>
        <source>as the system</source>
        <translation>시스템 언어</translation>
    </message>
    <message>
        <source>as this family&apos;s code has it</source>
        <translation>이 계열의 코드 기준</translation>
    </message>
    <message>
        <source>asked for</source>
        <translation>요청한 것</translation>
    </message>
    <message>
        <source>assumed</source>
        <translation>가정한 것</translation>
    </message>
    <message>
        <source>attention kind (cross)</source>
        <translation>어텐션 종류 (cross)</translation>
    </message>
    <message>
        <source>attention kind that it opens with (cross)</source>
        <translation>처음에 보일 어텐션 종류 (cross)</translation>
    </message>
    <message>
        <source>attention projections</source>
        <translation>어텐션 선형 변환</translation>
    </message>
    <message>
        <source>attention rollout up to the layer, for all heads</source>
        <translation>모든 헤드를 합친, 이 레이어까지의 어텐션 롤아웃</translation>
    </message>
    <message>
        <source>beam %1, length penalty %2</source>
        <translation>빔 %1, 길이 페널티 %2</translation>
    </message>
    <message>
        <source>beam search</source>
        <translation>빔 서치</translation>
    </message>
    <message>
        <source>before every name</source>
        <translation>모든 이름 앞에</translation>
    </message>
    <message>
        <source>before every source</source>
        <translation>모든 소스 앞에</translation>
    </message>
    <message>
        <source>before n-grams are counted (13a)</source>
        <translation>n-gram을 세기 전의 토큰 나누기 (13a)</translation>
    </message>
    <message>
        <source>beginning of the target</source>
        <translation>타겟의 시작 부분</translation>
    </message>
    <message>
        <source>beside the tensors</source>
        <translation>텐서 말고 든 것</translation>
    </message>
    <message>
        <source>bfloat16 (autocast) and float32</source>
        <translation>bfloat16(autocast)과 float32</translation>
    </message>
    <message>
        <source>bfloat16 with float32 master weights</source>
        <translation>bfloat16, 원본 파라미터는 float32</translation>
    </message>
    <message>
        <source>bias of the vocabulary head</source>
        <translation>출력층의 편향</translation>
    </message>
    <message>
        <source>biases of the feed-forward</source>
        <translation>피드 포워드의 편향</translation>
    </message>
    <message>
        <source>biases of the projections</source>
        <translation>어텐션 선형 변환의 편향</translation>
    </message>
    <message>
        <source>blocked</source>
        <translation>가려짐</translation>
    </message>
    <message>
        <source>byte %1 is not UTF-8</source>
        <translation>%1번째 바이트가 UTF-8이 아닙니다</translation>
    </message>
    <message>
        <source>byte %1 of it is not UTF-8</source>
        <translation>%1번째 바이트가 UTF-8이 아닙니다</translation>
    </message>
    <message>
        <source>checkpoint</source>
        <translation>체크포인트</translation>
    </message>
    <message>
        <source>checkpoints</source>
        <translation>체크포인트</translation>
    </message>
    <message>
        <source>checkpoints that split sentences by the words of a language</source>
        <translation>문장을 언어의 단어로 나누는 체크포인트</translation>
    </message>
    <message>
        <source>checkpoints whose tokens are pieces of words</source>
        <translation>토큰이 단어 조각인 체크포인트</translation>
    </message>
    <message>
        <source>cluster</source>
        <translation>클러스터</translation>
    </message>
    <message>
        <source>cluster %1</source>
        <translation>클러스터 %1</translation>
    </message>
    <message>
        <source>colours as the system</source>
        <translation>시스템 색</translation>
    </message>
    <message>
        <source>compare two recorded runs: heads by change, and a figure of the most changed one</source>
        <translation>기록한 두 실행 비교: 변화 순서의 헤드와 가장 많이 바뀐 헤드의 그림</translation>
    </message>
    <message>
        <source>comparison</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>complex</source>
        <translation>복소수</translation>
    </message>
    <message>
        <source>container</source>
        <translation>파일 형식</translation>
    </message>
    <message>
        <source>contents</source>
        <translation>내용</translation>
    </message>
    <message>
        <source>cross attention</source>
        <translation>크로스 어텐션</translation>
    </message>
    <message>
        <source>cross mask</source>
        <translation>크로스 어텐션 마스크</translation>
    </message>
    <message>
        <source>damaged</source>
        <translation>손상됨</translation>
    </message>
    <message>
        <source>dark</source>
        <translation>어둡게</translation>
    </message>
    <message>
        <source>data.max_tokens is %1 and architecture.max_length only %2</source>
        <translation>data.max_tokens 값은 %1인데 architecture.max_length 값은 %2뿐입니다</translation>
    </message>
    <message>
        <source>data.max_tokens is %1 and this checkpoint takes %2 at most</source>
        <translation>data.max_tokens: %1, 이 체크포인트가 읽는 길이: 최대 %2</translation>
    </message>
    <message>
        <source>decoder attention</source>
        <translation>디코더 셀프 어텐션</translation>
    </message>
    <message>
        <source>decoder feed-forward width F</source>
        <translation>디코더 피드 포워드 크기 F</translation>
    </message>
    <message>
        <source>decoder head width D (d_k)</source>
        <translation>디코더 헤드 크기 D (d_k)</translation>
    </message>
    <message>
        <source>decoder heads H</source>
        <translation>디코더 헤드 수 H</translation>
    </message>
    <message>
        <source>decoder layers</source>
        <translation>디코더 레이어 수</translation>
    </message>
    <message>
        <source>decoder self-attention</source>
        <translation>디코더 셀프 어텐션</translation>
    </message>
    <message>
        <source>decoder value width (d_v)</source>
        <translation>디코더 밸류 크기 (d_v)</translation>
    </message>
    <message>
        <source>device</source>
        <translation>장치</translation>
    </message>
    <message>
        <source>device %1</source>
        <translation>장치 %1</translation>
    </message>
    <message>
        <source>did not come with the program</source>
        <translation>프로그램과 함께 오지 않음</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>docs/lessons.md says how a lesson is written</source>
        <translation>학습 길잡이를 쓰는 방법은 docs/lessons.md에 있습니다</translation>
    </message>
    <message>
        <source>dots per inch of an image (the preset&apos;s)</source>
        <translation>그림의 인치당 점 수 (프리셋의 값)</translation>
    </message>
    <message>
        <source>downloaded models</source>
        <translation>내려받은 모델</translation>
    </message>
    <message>
        <source>draw tokens: from the K likeliest (all)</source>
        <translation>토큰 뽑기: 가장 그럴듯한 K개에서 (모두)</translation>
    </message>
    <message>
        <source>draw tokens: from the likeliest that together have P (1)</source>
        <translation>토큰 뽑기: 확률의 합이 P가 되는 가장 그럴듯한 것에서 (1)</translation>
    </message>
    <message>
        <source>draw tokens: logits divided by T (1)</source>
        <translation>토큰 뽑기: 로짓을 T로 나눔 (1)</translation>
    </message>
    <message>
        <source>draw tokens: the number that they follow from (0)</source>
        <translation>토큰 뽑기: 결과를 정하는 시드 (0)</translation>
    </message>
    <message>
        <source>dropout on with rate %1, seed %2</source>
        <translation>드롭아웃 켬 (비율 %1), 시드 %2</translation>
    </message>
    <message>
        <source>dropout on, seed %1</source>
        <translation>드롭아웃 켬, 시드 %1</translation>
    </message>
    <message>
        <source>dropout while training</source>
        <translation>학습할 때 드롭아웃</translation>
    </message>
    <message>
        <source>each map&apos;s own maximum as full colour</source>
        <translation>맵마다 최댓값을 최대 색으로</translation>
    </message>
    <message>
        <source>emoji</source>
        <translation>이모지</translation>
    </message>
    <message>
        <source>encoder attention</source>
        <translation>인코더 셀프 어텐션</translation>
    </message>
    <message>
        <source>encoder feed-forward width F</source>
        <translation>인코더 피드 포워드 크기 F</translation>
    </message>
    <message>
        <source>encoder head width D (d_k)</source>
        <translation>인코더 헤드 크기 D (d_k)</translation>
    </message>
    <message>
        <source>encoder heads H</source>
        <translation>인코더 헤드 수 H</translation>
    </message>
    <message>
        <source>encoder layers</source>
        <translation>인코더 레이어 수</translation>
    </message>
    <message>
        <source>encoder self-attention</source>
        <translation>인코더 셀프 어텐션</translation>
    </message>
    <message>
        <source>encoder value width (d_v)</source>
        <translation>인코더 밸류 크기 (d_v)</translation>
    </message>
    <message>
        <source>end</source>
        <translation>종료 토큰</translation>
    </message>
    <message>
        <source>end token</source>
        <translation>종료 토큰</translation>
    </message>
    <message>
        <source>entry %1</source>
        <translation>항목 %1</translation>
    </message>
    <message>
        <source>entry %1 is no word but %2</source>
        <translation>항목 %1: 단어가 아닙니다(%2)</translation>
    </message>
    <message>
        <source>entry %1 is not a word</source>
        <translation>항목 %1: 단어가 아닙니다</translation>
    </message>
    <message>
        <source>evaluation</source>
        <translation>평가</translation>
    </message>
    <message>
        <source>even with sinusoidal positions</source>
        <translation>사인·코사인 위치에서는 짝수</translation>
    </message>
    <message>
        <source>every number</source>
        <translation>모든 숫자</translation>
    </message>
    <message>
        <source>examine this installation: versions, devices, fonts, display, folders, and what is wrong</source>
        <translation>설치 상태 점검: 버전, 장치, 글꼴, 화면, 폴더, 그리고 잘못된 점</translation>
    </message>
    <message>
        <source>export, page, handout or trace for every line of a file, with all cores</source>
        <translation>파일의 줄마다 export, page, handout, trace를 모든 코어로 실행</translation>
    </message>
    <message>
        <source>false unless both vocabularies have the same size (%1 and %2 here)</source>
        <translation>두 어휘 사전의 크기가 같을 때만 true (여기서는 %1, %2)</translation>
    </message>
    <message>
        <source>family</source>
        <translation>계열</translation>
    </message>
    <message>
        <source>feed-forward</source>
        <translation>피드 포워드 신경망</translation>
    </message>
    <message>
        <source>feed-forward as convolutions</source>
        <translation>합성곱으로 된 피드 포워드</translation>
    </message>
    <message>
        <source>feed-forward width</source>
        <translation>피드 포워드 크기</translation>
    </message>
    <message>
        <source>file</source>
        <translation>파일</translation>
    </message>
    <message>
        <source>file, folder, or name of a shipped checkpoint</source>
        <translation>파일, 폴더, 또는 함께 제공되는 체크포인트의 이름</translation>
    </message>
    <message>
        <source>files</source>
        <translation>파일 이름</translation>
    </message>
    <message>
        <source>fixed, from the file</source>
        <translation>고정값, 파일에 들어 있음</translation>
    </message>
    <message>
        <source>float16 (autocast, scaled loss) and float32</source>
        <translation>float16(autocast, 손실 스케일링)과 float32</translation>
    </message>
    <message>
        <source>float32, as %1 is no gain on this device</source>
        <translation>float32 (이 장치에서는 %1의 이점이 없음)</translation>
    </message>
    <message>
        <source>folder for the checkpoint; resumes a stopped run</source>
        <translation>체크포인트를 저장할 폴더; 멈춘 학습은 이어서 함</translation>
    </message>
    <message>
        <source>folder with the recipe&apos;s files</source>
        <translation>레시피의 파일이 든 폴더</translation>
    </message>
    <message>
        <source>forced token</source>
        <translation>강제 지정한 토큰</translation>
    </message>
    <message>
        <source>four matrices</source>
        <translation>행렬 네 개</translation>
    </message>
    <message>
        <source>frame the current step (where --step is given)</source>
        <translation>현재 시점에 테두리 표시 (--step을 지정했을 때)</translation>
    </message>
    <message>
        <source>from 0</source>
        <translation>0 이상</translation>
    </message>
    <message>
        <source>from 0 to %1</source>
        <translation>0부터 %1까지</translation>
    </message>
    <message>
        <source>from 1 (1)</source>
        <translation>1부터 (1)</translation>
    </message>
    <message>
        <source>from 1 (the last)</source>
        <translation>1부터 (마지막)</translation>
    </message>
    <message>
        <source>from 1 (the last); of --words, words</source>
        <translation>1부터 (마지막); --words이면 단어</translation>
    </message>
    <message>
        <source>gated feed-forward</source>
        <translation>게이트가 있는 피드 포워드</translation>
    </message>
    <message>
        <source>glosses shown</source>
        <translation>단어 뜻 보이기</translation>
    </message>
    <message>
        <source>glosses where the interface is Korean</source>
        <translation>한국어 인터페이스에서만 단어 뜻</translation>
    </message>
    <message>
        <source>go on with what was done before it was stopped</source>
        <translation>멈추기 전까지 한 작업을 이어 감</translation>
    </message>
    <message>
        <source>go through them and name each claim that fails</source>
        <translation>끝까지 따라가며 맞지 않는 사실을 모두 보여 주기</translation>
    </message>
    <message>
        <source>handout</source>
        <translation>유인물</translation>
    </message>
    <message>
        <source>has %1 dimensions</source>
        <translation>차원이 %1개입니다</translation>
    </message>
    <message>
        <source>has an unexpected %1</source>
        <translation>예상하지 못한 것이 있습니다: %1</translation>
    </message>
    <message>
        <source>has no %1</source>
        <translation>없는 것이 있습니다: %1</translation>
    </message>
    <message>
        <source>head</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>head %1</source>
        <translation>헤드 %1</translation>
    </message>
    <message>
        <source>head %1.%2</source>
        <translation>헤드 %1.%2</translation>
    </message>
    <message>
        <source>head width</source>
        <translation>헤드 크기</translation>
    </message>
    <message>
        <source>heads by entropy</source>
        <translation>엔트로피순 헤드</translation>
    </message>
    <message>
        <source>heads by focus</source>
        <translation>집중도순 헤드</translation>
    </message>
    <message>
        <source>heads by likeness to the diagonal</source>
        <translation>대각선에 가까운 순서의 헤드</translation>
    </message>
    <message>
        <source>heads by likeness to the selected one</source>
        <translation>선택한 헤드와 비슷한 순 헤드</translation>
    </message>
    <message>
        <source>heads by mean distance</source>
        <translation>평균 거리순 헤드</translation>
    </message>
    <message>
        <source>heads by weight on the previous token</source>
        <translation>바로 앞 토큰의 어텐션 가중치순 헤드</translation>
    </message>
    <message>
        <source>heads in the model’s order</source>
        <translation>모델 순서의 헤드</translation>
    </message>
    <message>
        <source>heads measured over</source>
        <translation>헤드를 측정한 문장</translation>
    </message>
    <message>
        <source>heads to print (%1)</source>
        <translation>표시할 헤드 수 (%1)</translation>
    </message>
    <message>
        <source>held-out sentences</source>
        <translation>학습에 쓰지 않은 문장</translation>
    </message>
    <message>
        <source>here and not in that family</source>
        <translation>여기에만 있음</translation>
    </message>
    <message>
        <source>here and not so in that family</source>
        <translation>그 계열과 다른 점 (이 파일)</translation>
    </message>
    <message>
        <source>how much of each (equal), such as 1,1,2</source>
        <translation>각각의 비율 (같음), 예: 1,1,2</translation>
    </message>
    <message>
        <source>hypotheses kept by beam search (1: greedy)</source>
        <translation>빔 서치에 남길 가설 수 (1: 그리디)</translation>
    </message>
    <message>
        <source>hypotheses kept by beam search (5)</source>
        <translation>빔 서치에 남길 가설 수 (5)</translation>
    </message>
    <message>
        <source>id %1</source>
        <translation>번호(ID) %1</translation>
    </message>
    <message>
        <source>ignore case</source>
        <translation>대소문자 무시</translation>
    </message>
    <message>
        <source>in Python</source>
        <translation>파이썬</translation>
    </message>
    <message>
        <source>in a window of its own</source>
        <translation>별도 창</translation>
    </message>
    <message>
        <source>in both</source>
        <translation>양쪽에 있음</translation>
    </message>
    <message>
        <source>in braces one of %1</source>
        <translation>중괄호 안에는 %1 중 하나</translation>
    </message>
    <message>
        <source>in place of the recipe&apos;s</source>
        <translation>레시피의 값 대신</translation>
    </message>
    <message>
        <source>in that family and not here</source>
        <translation>그 계열에만 있음</translation>
    </message>
    <message>
        <source>in that family instead</source>
        <translation>그 계열에서는</translation>
    </message>
    <message>
        <source>in the file itself</source>
        <translation>파일 안에 있음</translation>
    </message>
    <message>
        <source>inches, in place of the preset&apos;s</source>
        <translation>프리셋 대신 쓸 크기(인치)</translation>
    </message>
    <message>
        <source>interactive page</source>
        <translation>인터랙티브 페이지</translation>
    </message>
    <message>
        <source>interventions</source>
        <translation>실험 (조건 바꾸기)</translation>
    </message>
    <message>
        <source>invalid value: %1 = %2</source>
        <translation>잘못된 값입니다: %1 = %2</translation>
    </message>
    <message>
        <source>is %1</source>
        <translation>값: %1</translation>
    </message>
    <message>
        <source>is %1 of %2, and only %3 values are stored for it</source>
        <translation>모양 %1, 자료형 %2인데 저장된 값은 %3개뿐입니다</translation>
    </message>
    <message>
        <source>is a view of %1 whose values lie on top of each other</source>
        <translation>모양 %1의 뷰인데 값들이 서로 겹쳐 있습니다</translation>
    </message>
    <message>
        <source>is one of more than %1 tensors, and no model has so many</source>
        <translation>텐서가 %1개를 넘습니다. 그런 모델은 없습니다</translation>
    </message>
    <message>
        <source>it became shorter while it was read</source>
        <translation>읽는 동안 파일이 짧아졌습니다</translation>
    </message>
    <message>
        <source>it begins with zeros only: a download that was never finished</source>
        <translation>0으로만 시작합니다. 끝나지 않은 내려받기입니다</translation>
    </message>
    <message>
        <source>it belongs to a file of sentences</source>
        <translation>문장 파일에 딸린 것입니다</translation>
    </message>
    <message>
        <source>it builds what cannot be built</source>
        <translation>만들 수 없는 것을 만들려고 합니다</translation>
    </message>
    <message>
        <source>it cannot be loaded (%1)</source>
        <translation>불러올 수 없습니다(%1)</translation>
    </message>
    <message>
        <source>it cannot be made (%1)</source>
        <translation>만들 수 없습니다(%1)</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>읽을 수 없습니다</translation>
    </message>
    <message>
        <source>it cannot be read (%1)</source>
        <translation>읽을 수 없습니다(%1)</translation>
    </message>
    <message>
        <source>it cannot be read, though its header is whole</source>
        <translation>헤더는 온전하지만 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>it cannot be written (%1)</source>
        <translation>쓸 수 없습니다(%1)</translation>
    </message>
    <message>
        <source>it describes a storage in no way that torch writes</source>
        <translation>torch가 쓰지 않는 방식으로 저장소를 적었습니다</translation>
    </message>
    <message>
        <source>it did not load within %1 s</source>
        <translation>%1초 안에 불러오지 못했습니다</translation>
    </message>
    <message>
        <source>it does not describe a Headscope checkpoint</source>
        <translation>Headscope 체크포인트를 설명하는 파일이 아닙니다</translation>
    </message>
    <message>
        <source>it does not fit vocab.json</source>
        <translation>vocab.json과 맞지 않습니다</translation>
    </message>
    <message>
        <source>it ended its process</source>
        <translation>프로세스가 끝나 버렸습니다</translation>
    </message>
    <message>
        <source>it ended with %1</source>
        <translation>종료 코드 %1</translation>
    </message>
    <message>
        <source>it ends after %1 lines, and %2 goes on</source>
        <translation>%1줄 뒤에 끝나는데 다른 파일(%2)에는 줄이 더 있습니다</translation>
    </message>
    <message>
        <source>it exists already</source>
        <translation>이미 있습니다</translation>
    </message>
    <message>
        <source>it failed in a way that was not foreseen (%1)</source>
        <translation>예상하지 못한 오류가 났습니다(%1)</translation>
    </message>
    <message>
        <source>it has %1 bytes and a vocabulary at most %2</source>
        <translation>%1바이트인데 어휘 사전은 최대 %2바이트입니다</translation>
    </message>
    <message>
        <source>it has %1 entries and %2 are the limit</source>
        <translation>항목이 %1개인데 최대 %2개까지입니다</translation>
    </message>
    <message>
        <source>it has %1 entries and the network %2</source>
        <translation>항목이 %1개인데 모델의 어휘 사전 크기는 %2입니다</translation>
    </message>
    <message>
        <source>it has %1 for one of its stacks only, and Headscope computes one network for both</source>
        <translation>두 스택 중 한쪽에만 있는 것: %1. Headscope는 양쪽이 같은 구조인 모델만 계산합니다</translation>
    </message>
    <message>
        <source>it has %1 lines and a reference %2</source>
        <translation>%1줄인데 참조 번역은 %2줄입니다</translation>
    </message>
    <message>
        <source>it has %1 tensors, and no model has more than %2</source>
        <translation>텐서가 %1개입니다. %2개가 넘는 모델은 없습니다</translation>
    </message>
    <message>
        <source>it has %1 tokens and %2 has positions for %3</source>
        <translation>토큰이 %1개인데 %2에는 위치가 %3개까지만 있습니다</translation>
    </message>
    <message>
        <source>it has a %1 in no way that Python writes</source>
        <translation>Python이 쓰지 않는 방식으로 적혀 있습니다: %1</translation>
    </message>
    <message>
        <source>it has a Namespace without names</source>
        <translation>이름이 없는 Namespace가 있습니다</translation>
    </message>
    <message>
        <source>it has a comment or other bytes after its end</source>
        <translation>끝 뒤에 주석이나 다른 바이트가 있습니다</translation>
    </message>
    <message>
        <source>it has a defaultdict in no way that Python writes</source>
        <translation>Python이 쓰지 않는 방식으로 defaultdict를 적었습니다</translation>
    </message>
    <message>
        <source>it has a device in no way that torch writes</source>
        <translation>torch가 쓰지 않는 방식으로 장치를 적었습니다</translation>
    </message>
    <message>
        <source>it has a dictionary with keys that are no words or numbers</source>
        <translation>딕셔너리의 키가 단어도 수도 아닙니다</translation>
    </message>
    <message>
        <source>it has a numpy number in no way that numpy writes</source>
        <translation>numpy가 쓰지 않는 방식으로 수를 적었습니다</translation>
    </message>
    <message>
        <source>it has a path in no way that Python writes</source>
        <translation>Python이 쓰지 않는 방식으로 경로를 적었습니다</translation>
    </message>
    <message>
        <source>it has a token that the network does not know</source>
        <translation>모델이 모르는 토큰이 있습니다</translation>
    </message>
    <message>
        <source>it has an OrderedDict of no pairs</source>
        <translation>쌍이 아닌 것으로 된 OrderedDict가 있습니다</translation>
    </message>
    <message>
        <source>it has an unexpected tensor, %1</source>
        <translation>예상하지 못한 텐서가 있습니다: %1</translation>
    </message>
    <message>
        <source>it has an unknown entry %1</source>
        <translation>모르는 항목이 있습니다: %1</translation>
    </message>
    <message>
        <source>it has both &apos;start&apos; and %1, which comes from the checkpoint</source>
        <translation>&apos;start&apos;와 함께 있는 %1 항목은 체크포인트에서 가져오는 것입니다</translation>
    </message>
    <message>
        <source>it has bytes in no way that Python writes</source>
        <translation>Python이 쓰지 않는 방식으로 바이트를 적었습니다</translation>
    </message>
    <message>
        <source>it has had no worker for %1 seconds</source>
        <translation>%1초 동안 워커가 하나도 없었습니다</translation>
    </message>
    <message>
        <source>it has more entries than any model, or deeper ones (%1)</source>
        <translation>어떤 모델보다도 항목이 많거나 깊습니다(%1)</translation>
    </message>
    <message>
        <source>it has more than %1 letters</source>
        <translation>글자가 %1개를 넘습니다</translation>
    </message>
    <message>
        <source>it has more than %1 pairs</source>
        <translation>문장 쌍이 %1개보다 많습니다</translation>
    </message>
    <message>
        <source>it has no %1</source>
        <translation>안에 없는 것이 있습니다: %1</translation>
    </message>
    <message>
        <source>it has no %1 language %2</source>
        <translation>%1 쪽에 %2 언어가 없습니다</translation>
    </message>
    <message>
        <source>it has no cross attention from one word to another</source>
        <translation>단어 사이의 크로스 어텐션이 없습니다</translation>
    </message>
    <message>
        <source>it has no entry for the %1 token, such as %2</source>
        <translation>%1 토큰에 해당하는 항목(예: %2)이 없습니다</translation>
    </message>
    <message>
        <source>it has no float64</source>
        <translation>float64를 지원하지 않습니다</translation>
    </message>
    <message>
        <source>it has no sentence</source>
        <translation>문장이 없습니다</translation>
    </message>
    <message>
        <source>it has no such hypothesis</source>
        <translation>그런 가설이 없습니다</translation>
    </message>
    <message>
        <source>it has no vocabulary head, so nothing can be compared</source>
        <translation>출력층(Linear)이 없어서 비교할 수 없습니다</translation>
    </message>
    <message>
        <source>it has no vocabulary head, so there is no next token</source>
        <translation>출력층(Linear)이 없어서 다음 토큰이 없습니다</translation>
    </message>
    <message>
        <source>it has no words</source>
        <translation>단어가 없습니다</translation>
    </message>
    <message>
        <source>it has no words to align</source>
        <translation>단어 정렬을 할 단어가 없습니다</translation>
    </message>
    <message>
        <source>it has no worker</source>
        <translation>워커가 없습니다</translation>
    </message>
    <message>
        <source>it has one stack of %1 layers and no cross attention: an encoder-only or a decoder-only model</source>
        <translation>레이어 %1개짜리 스택 하나뿐이고 크로스 어텐션이 없습니다. 인코더 전용이거나 디코더 전용인 모델입니다</translation>
    </message>
    <message>
        <source>it has one stack of %1 layers, with cross attention: a decoder without its encoder</source>
        <translation>레이어 %1개인 스택 하나뿐이고 크로스 어텐션이 있습니다. 인코더가 없는 디코더입니다</translation>
    </message>
    <message>
        <source>it has positions 0 to %1, and position %2 is asked for</source>
        <translation>위치는 0부터 %1까지입니다 (지정된 위치: %2)</translation>
    </message>
    <message>
        <source>it has session version %1, and this Headscope reads version %2</source>
        <translation>세션 버전이 %1인데, 이 Headscope는 버전 %2만 읽습니다</translation>
    </message>
    <message>
        <source>it has something behind its last tensor</source>
        <translation>마지막 텐서 뒤에 다른 것이 있습니다</translation>
    </message>
    <message>
        <source>it has trace version %1</source>
        <translation>실행 기록의 버전이 %1입니다</translation>
    </message>
    <message>
        <source>it holds %1 files of weights (%2)</source>
        <translation>모델 파일이 %1개 들어 있습니다(%2)</translation>
    </message>
    <message>
        <source>it holds %1 snapshots of a training</source>
        <translation>학습 스냅숏이 %1개 들어 있습니다</translation>
    </message>
    <message>
        <source>it holds %1, but no weights by name</source>
        <translation>%1 등은 있지만 이름이 붙은 모델 파라미터가 없습니다</translation>
    </message>
    <message>
        <source>it holds a checkpoint that is no unfinished run</source>
        <translation>학습이 끝나지 않은 것이 아닌 체크포인트가 들어 있습니다</translation>
    </message>
    <message>
        <source>it holds a run of another recipe</source>
        <translation>다른 레시피로 학습한 것이 들어 있습니다</translation>
    </message>
    <message>
        <source>it holds a run that was started with other options (%1)</source>
        <translation>다른 옵션(%1)으로 시작한 학습이 들어 있습니다</translation>
    </message>
    <message>
        <source>it holds a vocabulary of torchtext (%1), not weights alone</source>
        <translation>모델 파라미터만이 아니라 torchtext 어휘 사전(%1)이 들어 있습니다</translation>
    </message>
    <message>
        <source>it holds a whole model with its Python classes (%1), and opening that would run their code</source>
        <translation>모델 전체가 파이썬 클래스(%1)와 함께 저장되어 있어서 열면 그 코드가 실행됩니다</translation>
    </message>
    <message>
        <source>it holds an nn.Transformer alone, without token tables and vocabulary head</source>
        <translation>토큰 임베딩과 출력층(Linear) 없이 nn.Transformer만 들어 있습니다</translation>
    </message>
    <message>
        <source>it holds far more than tokenizers do</source>
        <translation>토크나이저에 필요한 것보다 훨씬 많은 것이 들어 있습니다</translation>
    </message>
    <message>
        <source>it holds no .npz file</source>
        <translation>.npz 파일이 없습니다</translation>
    </message>
    <message>
        <source>it holds no attention maps</source>
        <translation>어텐션 맵이 없습니다</translation>
    </message>
    <message>
        <source>it holds no learning curve</source>
        <translation>학습 곡선이 없습니다</translation>
    </message>
    <message>
        <source>it holds no pickle that can be read safely</source>
        <translation>안전하게 읽을 수 있는 pickle이 없습니다</translation>
    </message>
    <message>
        <source>it holds no run</source>
        <translation>실행이 들어 있지 않습니다</translation>
    </message>
    <message>
        <source>it holds no sentence pairs</source>
        <translation>문장 쌍이 없습니다</translation>
    </message>
    <message>
        <source>it holds no weights by name</source>
        <translation>이름이 붙은 모델 파라미터가 없습니다</translation>
    </message>
    <message>
        <source>it holds other files</source>
        <translation>다른 파일이 들어 있습니다</translation>
    </message>
    <message>
        <source>it holds several folders (%1, %2 …), not one %3</source>
        <translation>%3 하나가 아니라 폴더가 여러 개 들어 있습니다(%1, %2 …)</translation>
    </message>
    <message>
        <source>it holds the numpy type %1, which is no plain number</source>
        <translation>일반 수가 아닌 numpy 자료형이 들어 있습니다: %1</translation>
    </message>
    <message>
        <source>it holds weights for %1 only</source>
        <translation>%1용 모델 파라미터만 들어 있습니다</translation>
    </message>
    <message>
        <source>it holds weights for Rust</source>
        <translation>Rust용 모델 파라미터입니다</translation>
    </message>
    <message>
        <source>it holds weights of Flax</source>
        <translation>Flax의 모델 파라미터입니다</translation>
    </message>
    <message>
        <source>it holds weights of Keras or TensorFlow (HDF5), of no model that Headscope knows</source>
        <translation>Keras나 TensorFlow의 모델 파라미터(HDF5)이지만 Headscope가 아는 모델이 아닙니다</translation>
    </message>
    <message>
        <source>it holds weights of Keras, and h5py, which reads them, is not installed</source>
        <translation>Keras의 모델 파라미터입니다. 이것을 읽는 h5py가 설치되어 있지 않습니다</translation>
    </message>
    <message>
        <source>it is a %1 model</source>
        <translation>%1 모델입니다</translation>
    </message>
    <message>
        <source>it is a .pt file that was unpacked</source>
        <translation>압축이 풀린 .pt 파일입니다</translation>
    </message>
    <message>
        <source>it is a 7z archive</source>
        <translation>7z 압축 파일입니다</translation>
    </message>
    <message>
        <source>it is a Git LFS pointer: the weights themselves were never downloaded</source>
        <translation>Git LFS 포인터입니다. 모델 파라미터는 아직 내려받지 않았습니다</translation>
    </message>
    <message>
        <source>it is a Hugging Face model of the type %1, which Headscope does not know</source>
        <translation>Headscope가 모르는 %1 유형의 Hugging Face 모델입니다</translation>
    </message>
    <message>
        <source>it is a JSON file (a vocabulary or settings), without weights</source>
        <translation>JSON 파일(어휘 사전이나 설정)이며 모델 파라미터는 없습니다</translation>
    </message>
    <message>
        <source>it is a PDF document</source>
        <translation>PDF 문서입니다</translation>
    </message>
    <message>
        <source>it is a PostScript document</source>
        <translation>PostScript 문서입니다</translation>
    </message>
    <message>
        <source>it is a Python pickle that torch.save did not write</source>
        <translation>torch.save로 저장하지 않은 Python pickle입니다</translation>
    </message>
    <message>
        <source>it is a RAR archive</source>
        <translation>RAR 압축 파일입니다</translation>
    </message>
    <message>
        <source>it is a SentencePiece model, a vocabulary without weights</source>
        <translation>SentencePiece 모델입니다. 어휘 사전만 있고 모델 파라미터는 없습니다</translation>
    </message>
    <message>
        <source>it is a TensorFlow Lite model</source>
        <translation>TensorFlow Lite 모델입니다</translation>
    </message>
    <message>
        <source>it is a TensorFlow model</source>
        <translation>TensorFlow 모델입니다</translation>
    </message>
    <message>
        <source>it is a TorchScript program, code and weights together</source>
        <translation>코드와 모델 파라미터가 함께 든 TorchScript 프로그램입니다</translation>
    </message>
    <message>
        <source>it is a Word document</source>
        <translation>Word 문서입니다</translation>
    </message>
    <message>
        <source>it is a convolutional sequence model and no Transformer</source>
        <translation>Transformer가 아니라 합성곱 시퀀스 모델입니다</translation>
    </message>
    <message>
        <source>it is a database</source>
        <translation>데이터베이스입니다</translation>
    </message>
    <message>
        <source>it is a decoder-only model (%1): without an encoder there is no source and no cross attention</source>
        <translation>디코더 전용 모델입니다(%1). 인코더가 없어 소스도 크로스 어텐션도 없습니다</translation>
    </message>
    <message>
        <source>it is a device or a pipe, not a file</source>
        <translation>파일이 아니라 장치나 파이프입니다</translation>
    </message>
    <message>
        <source>it is a document of an old Office</source>
        <translation>옛 Office 문서입니다</translation>
    </message>
    <message>
        <source>it is a folder</source>
        <translation>폴더입니다</translation>
    </message>
    <message>
        <source>it is a folder where a file of weights should be</source>
        <translation>모델 파일이 있어야 할 자리에 폴더가 있습니다</translation>
    </message>
    <message>
        <source>it is a folder without a checkpoint</source>
        <translation>체크포인트가 없는 폴더입니다</translation>
    </message>
    <message>
        <source>it is a link to a file that is gone</source>
        <translation>사라진 파일을 가리키는 링크입니다</translation>
    </message>
    <message>
        <source>it is a model for llama.cpp (GGML)</source>
        <translation>llama.cpp용 모델(GGML)입니다</translation>
    </message>
    <message>
        <source>it is a model for llama.cpp (GGUF)</source>
        <translation>llama.cpp용 모델(GGUF)입니다</translation>
    </message>
    <message>
        <source>it is a model of pictures (%1): its source is no text</source>
        <translation>이미지 모델입니다(%1). 소스가 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>it is a model of speech (%1): its source is sound and no text</source>
        <translation>음성 모델입니다(%1). 소스가 텍스트가 아니라 소리입니다</translation>
    </message>
    <message>
        <source>it is a model that torch compiled (.pt2), with its weights inside of a program</source>
        <translation>torch가 컴파일한 모델(.pt2)로, 파라미터가 프로그램 안에 들어 있습니다</translation>
    </message>
    <message>
        <source>it is a network of convolutions, as for images, and no Transformer for text</source>
        <translation>텍스트용 Transformer가 아니라 이미지 등에 쓰는 합성곱 모델입니다</translation>
    </message>
    <message>
        <source>it is a notebook</source>
        <translation>노트북 파일입니다</translation>
    </message>
    <message>
        <source>it is a picture</source>
        <translation>그림 파일입니다</translation>
    </message>
    <message>
        <source>it is a picture, a sound or a film</source>
        <translation>그림, 소리, 영상 중 하나입니다</translation>
    </message>
    <message>
        <source>it is a program</source>
        <translation>프로그램입니다</translation>
    </message>
    <message>
        <source>it is a program in Python</source>
        <translation>파이썬 프로그램입니다</translation>
    </message>
    <message>
        <source>it is a program that torch.export saved (.pt2), code and weights together</source>
        <translation>torch.export가 코드와 파라미터를 함께 저장한 프로그램(.pt2)입니다</translation>
    </message>
    <message>
        <source>it is a recurrent network and no Transformer: it has no attention of this kind</source>
        <translation>Transformer가 아니라 순환 모델(RNN)이어서 이런 어텐션이 없습니다</translation>
    </message>
    <message>
        <source>it is a saved session, not a checkpoint</source>
        <translation>체크포인트가 아니라 저장된 세션입니다</translation>
    </message>
    <message>
        <source>it is a saved trace, not a checkpoint</source>
        <translation>체크포인트가 아니라 저장된 실행 기록입니다</translation>
    </message>
    <message>
        <source>it is a single numpy array</source>
        <translation>numpy 배열 하나입니다</translation>
    </message>
    <message>
        <source>it is a spreadsheet</source>
        <translation>스프레드시트입니다</translation>
    </message>
    <message>
        <source>it is a tar archive</source>
        <translation>tar 압축 파일입니다</translation>
    </message>
    <message>
        <source>it is a web page: the download failed or asked for a login</source>
        <translation>웹 페이지입니다. 내려받기에 실패했거나 로그인이 필요했습니다</translation>
    </message>
    <message>
        <source>it is a zip archive with weights inside</source>
        <translation>모델 파라미터가 든 zip 압축 파일입니다</translation>
    </message>
    <message>
        <source>it is a zip archive without weights</source>
        <translation>모델 파라미터가 없는 zip 압축 파일입니다</translation>
    </message>
    <message>
        <source>it is an %1 model</source>
        <translation>%1 모델입니다</translation>
    </message>
    <message>
        <source>it is an ONNX model</source>
        <translation>ONNX 모델입니다</translation>
    </message>
    <message>
        <source>it is an XML file</source>
        <translation>XML 파일입니다</translation>
    </message>
    <message>
        <source>it is an adapter (LoRA): changes to a model, without that model</source>
        <translation>어댑터(LoRA)입니다. 모델의 변경분만 있고 모델은 없습니다</translation>
    </message>
    <message>
        <source>it is an archive of numpy arrays</source>
        <translation>numpy 배열의 묶음입니다</translation>
    </message>
    <message>
        <source>it is an empty folder</source>
        <translation>빈 폴더입니다</translation>
    </message>
    <message>
        <source>it is an empty zip archive</source>
        <translation>빈 zip 압축 파일입니다</translation>
    </message>
    <message>
        <source>it is an encoder-decoder Transformer with %1 layers of width %2, by its shapes like %3, but its names are another code&apos;s, and shapes do not say what that computes</source>
        <translation>레이어 %1개, 차원 %2인 인코더-디코더 Transformer입니다. 모양은 %3 계열과 같지만 이름은 다른 코드의 것이고, 모양만으로는 그 코드가 무엇을 계산하는지 알 수 없습니다</translation>
    </message>
    <message>
        <source>it is an encoder-decoder Transformer with %1 layers of width %2, of no family that opens; by its shapes it is nearest to %3, but for (there in brackets) %4</source>
        <translation>레이어 %1개, 차원 %2인 인코더-디코더 Transformer이며 열 수 있는 계열이 아닙니다. 모양은 %3 계열에 가장 가깝고 다른 점은 다음과 같습니다(괄호 안은 그 계열): %4</translation>
    </message>
    <message>
        <source>it is an encoder-decoder model of the type %1, whose network Headscope does not compute</source>
        <translation>%1 유형의 인코더-디코더 모델로, Headscope가 계산하지 않는 구조입니다</translation>
    </message>
    <message>
        <source>it is an encoder-decoder model of the type %1, whose network Headscope does not compute; its encoder attends to parts of the source only, so that a recording has no encoder maps</source>
        <translation>%1 유형의 인코더-디코더 모델로, Headscope가 계산하지 않는 구조입니다. 인코더가 소스의 일부에만 어텐션하므로 실행을 기록해도 인코더 맵은 없습니다</translation>
    </message>
    <message>
        <source>it is an encoder-only model (%1): without a decoder there is no translation and no cross attention</source>
        <translation>인코더 전용 모델입니다(%1). 디코더가 없어 번역도 크로스 어텐션도 없습니다</translation>
    </message>
    <message>
        <source>it is closed</source>
        <translation>닫혀 있습니다</translation>
    </message>
    <message>
        <source>it is cut short</source>
        <translation>파일이 잘렸습니다</translation>
    </message>
    <message>
        <source>it is cut short: %1 ends at byte %2 of %3</source>
        <translation>파일이 잘렸습니다. %1의 끝이 %2바이트째인데 전체는 %3바이트입니다</translation>
    </message>
    <message>
        <source>it is cut short: it has no header</source>
        <translation>파일이 잘렸습니다. 헤더가 없습니다</translation>
    </message>
    <message>
        <source>it is cut short: it has only %1 bytes</source>
        <translation>파일이 잘렸습니다. %1바이트뿐입니다</translation>
    </message>
    <message>
        <source>it is cut short: it has only 1 byte</source>
        <translation>파일이 잘렸습니다. 1바이트뿐입니다</translation>
    </message>
    <message>
        <source>it is cut short: its end is missing</source>
        <translation>파일이 잘려 있습니다. 끝부분이 없습니다</translation>
    </message>
    <message>
        <source>it is cut short: its header takes %1 bytes and the file has %2</source>
        <translation>파일이 잘렸습니다. 헤더가 %1바이트인데 파일은 %2바이트입니다</translation>
    </message>
    <message>
        <source>it is damaged</source>
        <translation>손상되었습니다</translation>
    </message>
    <message>
        <source>it is damaged or cut short</source>
        <translation>손상되었거나 잘렸습니다</translation>
    </message>
    <message>
        <source>it is damaged or cut short: %1 does not lie in it</source>
        <translation>손상되었거나 잘렸습니다. 파일 안에 있지 않습니다: %1</translation>
    </message>
    <message>
        <source>it is damaged or cut short: storage %1 is not where it belongs</source>
        <translation>손상되었거나 잘렸습니다. 저장소 %1의 자리가 맞지 않습니다</translation>
    </message>
    <message>
        <source>it is damaged or no trace file</source>
        <translation>손상되었거나 실행 기록 파일이 아닙니다</translation>
    </message>
    <message>
        <source>it is damaged, or no safetensors file: it has no header</source>
        <translation>손상되었거나 safetensors 파일이 아닙니다. 헤더가 없습니다</translation>
    </message>
    <message>
        <source>it is damaged, or of a kind that its library does not know</source>
        <translation>손상되었거나 라이브러리가 모르는 종류입니다</translation>
    </message>
    <message>
        <source>it is damaged: %1</source>
        <translation>손상되었습니다. %1</translation>
    </message>
    <message>
        <source>it is damaged: %1 is not where its list of members says</source>
        <translation>손상되었습니다. 목록에 적힌 자리에 없습니다: %1</translation>
    </message>
    <message>
        <source>it is damaged: it says no order of bytes</source>
        <translation>손상되었습니다. 바이트 순서가 적혀 있지 않습니다</translation>
    </message>
    <message>
        <source>it is damaged: its list of members cannot be read</source>
        <translation>손상되었습니다. 안의 파일 목록을 읽을 수 없습니다</translation>
    </message>
    <message>
        <source>it is damaged: its lists of storages differ</source>
        <translation>손상되었습니다. 저장소 목록이 서로 다릅니다</translation>
    </message>
    <message>
        <source>it is damaged: the checksum of %1 is wrong</source>
        <translation>손상되었습니다. 체크섬이 맞지 않습니다: %1</translation>
    </message>
    <message>
        <source>it is damaged: the two descriptions of %1 differ</source>
        <translation>손상되었습니다. 두 설명이 서로 다릅니다: %1</translation>
    </message>
    <message>
        <source>it is damaged: the values of storage %1 are missing</source>
        <translation>손상되었습니다. 저장소 %1의 값이 없습니다</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>비어 있습니다</translation>
    </message>
    <message>
        <source>it is far larger than any configuration</source>
        <translation>설정 파일치고는 너무 큽니다</translation>
    </message>
    <message>
        <source>it is far larger than any such file</source>
        <translation>그런 파일치고는 너무 큽니다</translation>
    </message>
    <message>
        <source>it is far larger than any table of heads</source>
        <translation>헤드 표로 보기에는 너무 큽니다</translation>
    </message>
    <message>
        <source>it is far larger than any vocabulary</source>
        <translation>어휘 사전치고는 너무 큽니다</translation>
    </message>
    <message>
        <source>it is like %1, but it has unexpected %2</source>
        <translation>%1 구현과 비슷하지만 예상하지 못한 %2 텐서가 있습니다</translation>
    </message>
    <message>
        <source>it is like %1, but it lacks %2</source>
        <translation>%1 구현과 비슷하지만 %2 텐서가 없습니다</translation>
    </message>
    <message>
        <source>it is like %1, but its token and position tables cannot be told apart (%2)</source>
        <translation>%1 구현과 비슷하지만 토큰 임베딩과 위치 임베딩을 구별할 수 없습니다(%2)</translation>
    </message>
    <message>
        <source>it is like %1, but which of its tables is the vocabulary head cannot be told (%2)</source>
        <translation>%1 구현과 비슷하지만 어느 것이 출력층(Linear)인지 알 수 없습니다(%2)</translation>
    </message>
    <message>
        <source>it is longer than %1 million letters</source>
        <translation>글자 수가 %1백만 자를 넘습니다</translation>
    </message>
    <message>
        <source>it is nested too deeply</source>
        <translation>너무 깊이 중첩되어 있습니다</translation>
    </message>
    <message>
        <source>it is no TOML: %1</source>
        <translation>TOML 형식이 아닙니다: %1</translation>
    </message>
    <message>
        <source>it is no change that is known</source>
        <translation>알 수 없는 변경입니다</translation>
    </message>
    <message>
        <source>it is no file of weights that Headscope knows</source>
        <translation>Headscope가 아는 모델 파일이 아닙니다</translation>
    </message>
    <message>
        <source>it is no folder</source>
        <translation>폴더가 아닙니다</translation>
    </message>
    <message>
        <source>it is no journal of a batch</source>
        <translation>batch 명령의 기록 파일이 아닙니다</translation>
    </message>
    <message>
        <source>it is no plain file</source>
        <translation>일반 파일이 아닙니다</translation>
    </message>
    <message>
        <source>it is no size</source>
        <translation>크기가 아닙니다</translation>
    </message>
    <message>
        <source>it is no table of cells between commas (%1)</source>
        <translation>쉼표로 나눈 표가 아닙니다(%1)</translation>
    </message>
    <message>
        <source>it is no table of heads</source>
        <translation>헤드 표가 아닙니다</translation>
    </message>
    <message>
        <source>it is no text in UTF-8, or too large</source>
        <translation>UTF-8 텍스트가 아니거나 너무 큽니다</translation>
    </message>
    <message>
        <source>it is not UTF-8</source>
        <translation>UTF-8이 아닙니다</translation>
    </message>
    <message>
        <source>it is not a Headscope checkpoint folder (config.json, model.safetensors, tokenizer)</source>
        <translation>Headscope 체크포인트 폴더가 아닙니다(config.json, model.safetensors, tokenizer)</translation>
    </message>
    <message>
        <source>it is not a Headscope checkpoint without the config.json that belongs to these weights</source>
        <translation>이 모델 파라미터와 짝이 맞는 config.json이 없으면 Headscope 체크포인트가 아닙니다</translation>
    </message>
    <message>
        <source>it is not a Headscope session</source>
        <translation>Headscope 세션 파일이 아닙니다</translation>
    </message>
    <message>
        <source>it is not a Headscope trace</source>
        <translation>Headscope의 실행 기록이 아닙니다</translation>
    </message>
    <message>
        <source>it is not a JSON object</source>
        <translation>JSON 객체가 아닙니다</translation>
    </message>
    <message>
        <source>it is not a list of words</source>
        <translation>단어 목록이 아닙니다</translation>
    </message>
    <message>
        <source>it is not an object of tokens with their ids</source>
        <translation>토큰과 번호의 객체가 아닙니다</translation>
    </message>
    <message>
        <source>it is not installed; it is for %1</source>
        <translation>설치되어 있지 않습니다(쓰임: %1)</translation>
    </message>
    <message>
        <source>it is not like %1</source>
        <translation>%1 구현과 다릅니다</translation>
    </message>
    <message>
        <source>it is not open</source>
        <translation>열려 있지 않습니다</translation>
    </message>
    <message>
        <source>it is not source TAB target</source>
        <translation>소스 TAB 타겟 형식이 아닙니다</translation>
    </message>
    <message>
        <source>it is not the work of an earlier run</source>
        <translation>이전 작업의 파일이 아닙니다</translation>
    </message>
    <message>
        <source>it is not there, nor are %1 and %2</source>
        <translation>이 파일이 없고 %1, %2도 없습니다</translation>
    </message>
    <message>
        <source>it is not valid JSON</source>
        <translation>올바른 JSON이 아닙니다</translation>
    </message>
    <message>
        <source>it is not valid JSON (%1)</source>
        <translation>올바른 JSON이 아닙니다(%1)</translation>
    </message>
    <message>
        <source>it is not valid JSON (line %1)</source>
        <translation>올바른 JSON이 아닙니다(%1번째 줄)</translation>
    </message>
    <message>
        <source>it is not valid TOML (%1)</source>
        <translation>올바른 TOML이 아닙니다(%1)</translation>
    </message>
    <message>
        <source>it is of another model: its tokens do not fit this one</source>
        <translation>다른 모델의 기록입니다. 토큰이 이 모델에 맞지 않습니다</translation>
    </message>
    <message>
        <source>it is of one lesson</source>
        <translation>길잡이 하나에만 쓸 수 있습니다</translation>
    </message>
    <message>
        <source>it is packed with bzip2</source>
        <translation>bzip2로 압축되어 있습니다</translation>
    </message>
    <message>
        <source>it is packed with gzip</source>
        <translation>gzip으로 압축되어 있습니다</translation>
    </message>
    <message>
        <source>it is packed with xz</source>
        <translation>xz로 압축되어 있습니다</translation>
    </message>
    <message>
        <source>it is packed with zstandard</source>
        <translation>zstandard로 압축되어 있습니다</translation>
    </message>
    <message>
        <source>it is text (a vocabulary, settings or code), without weights</source>
        <translation>텍스트 파일(어휘 사전, 설정 또는 코드)이며 모델 파라미터는 없습니다</translation>
    </message>
    <message>
        <source>it is the configuration of a model, without weights</source>
        <translation>모델의 설정 파일이며 모델 파라미터는 없습니다</translation>
    </message>
    <message>
        <source>it is the translation of one sentence</source>
        <translation>한 문장의 번역입니다</translation>
    </message>
    <message>
        <source>it is the weights of a Hugging Face folder without the config.json that belongs to them</source>
        <translation>Hugging Face 폴더의 모델 파라미터인데 짝이 맞는 config.json이 없습니다</translation>
    </message>
    <message>
        <source>it is too small for the %1 values of config.json</source>
        <translation>config.json의 값 %1개를 담기에는 너무 작습니다</translation>
    </message>
    <message>
        <source>it joins the heads in its own way</source>
        <translation>헤드를 자체 방식으로 합칩니다</translation>
    </message>
    <message>
        <source>it lacks %1</source>
        <translation>%1 텐서가 없습니다</translation>
    </message>
    <message>
        <source>it lacks required entries or has wrong ones</source>
        <translation>필요한 항목이 없거나 잘못되었습니다</translation>
    </message>
    <message>
        <source>it lists %1 members, and no %2 has more than %3</source>
        <translation>안의 파일이 %1개입니다. %3개가 넘는 %2 파일은 없습니다</translation>
    </message>
    <message>
        <source>it lists %1 tensors, and no model has more than %2</source>
        <translation>텐서가 %1개입니다. %2개가 넘는 모델은 없습니다</translation>
    </message>
    <message>
        <source>it lists no tensors</source>
        <translation>텐서 목록이 없습니다</translation>
    </message>
    <message>
        <source>it lists the parts of a model that is stored in several files</source>
        <translation>여러 파일로 나누어 저장한 모델의 부분 목록입니다</translation>
    </message>
    <message>
        <source>it makes %1 bytes out of one letter, and %2 are the limit</source>
        <translation>글자 하나를 %1바이트로 늘리며, 한도는 %2바이트입니다</translation>
    </message>
    <message>
        <source>it names %1, which is no file of this folder</source>
        <translation>이 폴더에 없는 파일을 가리킵니다: %1</translation>
    </message>
    <message>
        <source>it names the same files once more</source>
        <translation>같은 파일을 다시 가리킵니다</translation>
    </message>
    <message>
        <source>it needs %1 MB and the disk has %2 MB left</source>
        <translation>%1 MB가 필요한데 디스크에 %2 MB 남았습니다</translation>
    </message>
    <message>
        <source>it needs more memory than a recording may</source>
        <translation>기록 파일에 허용된 것보다 많은 메모리가 필요합니다</translation>
    </message>
    <message>
        <source>it needs the candidates of every step</source>
        <translation>시점마다의 후보 토큰이 필요합니다</translation>
    </message>
    <message>
        <source>it needs the probability of every token</source>
        <translation>모든 토큰의 확률이 있어야 합니다</translation>
    </message>
    <message>
        <source>it produces no tokens: attention is shown, and no translation</source>
        <translation>토큰을 생성하지 않음: 어텐션은 보이고 번역 결과는 없음</translation>
    </message>
    <message>
        <source>it refers to %1, which are neither weights nor plain data; nothing of it was run</source>
        <translation>모델 파라미터도 일반 데이터도 아닌 것을 가리킵니다: %1. 아무것도 실행하지 않았습니다</translation>
    </message>
    <message>
        <source>it refers to %1, which is neither weights nor plain data; nothing of it was run</source>
        <translation>모델 파라미터도 일반 데이터도 아닌 것을 가리킵니다: %1. 아무것도 실행하지 않았습니다</translation>
    </message>
    <message>
        <source>it refers to an object that is no storage</source>
        <translation>저장소가 아닌 객체를 가리킵니다</translation>
    </message>
    <message>
        <source>it reported an error</source>
        <translation>오류가 발생했습니다</translation>
    </message>
    <message>
        <source>it resembles %1 (%2 of %3 names)</source>
        <translation>%1 구현과 비슷합니다(이름 %3개 중 %2개)</translation>
    </message>
    <message>
        <source>it says %1, which Headscope does not compute</source>
        <translation>%1(으)로 되어 있는데, Headscope가 계산하지 않는 설정입니다</translation>
    </message>
    <message>
        <source>it takes one sentence or --file</source>
        <translation>문장 하나 또는 --file이 필요합니다</translation>
    </message>
    <message>
        <source>it takes up to about %1 GB of memory and %2 min</source>
        <translation>메모리 최대 약 %1 GB와 약 %2분이 필요합니다</translation>
    </message>
    <message>
        <source>it takes up to about %1 GB of memory, and this machine has %2 GB</source>
        <translation>메모리가 최대 약 %1 GB 필요하고 이 컴퓨터에는 %2 GB가 있습니다</translation>
    </message>
    <message>
        <source>it took more than %1 s</source>
        <translation>%1초 넘게 걸렸습니다</translation>
    </message>
    <message>
        <source>it was made with other settings (%1)</source>
        <translation>다른 설정으로 만들어졌습니다 (%1)</translation>
    </message>
    <message>
        <source>it was saved with pickle_protocol=%1, which torch does not read as plain weights</source>
        <translation>pickle_protocol=%1 설정으로 저장되어 torch가 모델 파라미터로 읽지 못합니다</translation>
    </message>
    <message>
        <source>it was written by a newer Headscope</source>
        <translation>더 새로운 Headscope에서 저장되었습니다</translation>
    </message>
    <message>
        <source>it was written by a torch, or on a machine, that Headscope does not know</source>
        <translation>Headscope가 모르는 torch나 컴퓨터에서 저장되었습니다</translation>
    </message>
    <message>
        <source>it would have %1 rows, and a file of text has %2 at most</source>
        <translation>%1행이 되며, 텍스트 파일은 최대 %2행입니다</translation>
    </message>
    <message>
        <source>it would take %1 GiB of memory</source>
        <translation>메모리 %1 GiB가 필요합니다</translation>
    </message>
    <message>
        <source>its %1 is damaged</source>
        <translation>안의 파일이 손상되었습니다: %1</translation>
    </message>
    <message>
        <source>its %1 is far larger than any session&apos;s</source>
        <translation>%1 부분이 세션치고는 너무 큽니다</translation>
    </message>
    <message>
        <source>its %1 runs together take more memory than this machine has</source>
        <translation>실행 %1개를 함께 두기에는 이 컴퓨터의 메모리가 모자랍니다</translation>
    </message>
    <message>
        <source>its %1 tensors (%2) are neither a Transformer with an encoder and a decoder nor a model that Headscope knows</source>
        <translation>텐서 %1개(%2)는 인코더와 디코더가 있는 Transformer도, Headscope가 아는 모델도 아닙니다</translation>
    </message>
    <message>
        <source>its %1 vocabulary has %2 entries and the network %3</source>
        <translation>%1 어휘 사전의 항목이 %2개인데 모델은 %3개입니다</translation>
    </message>
    <message>
        <source>its %1 weights are more than a page can show (%2)</source>
        <translation>어텐션 가중치 %1개는 페이지 하나에 보일 수 있는 것(%2개)보다 많습니다</translation>
    </message>
    <message>
        <source>its attention maps could take %1 and Headscope holds %2</source>
        <translation>어텐션 맵이 %1까지 될 수 있는데 Headscope는 %2까지 담습니다</translation>
    </message>
    <message>
        <source>its cell is of a newer Headscope</source>
        <translation>더 새로운 Headscope의 셀로 저장되었습니다</translation>
    </message>
    <message>
        <source>its columns</source>
        <translation>패딩인 열</translation>
    </message>
    <message>
        <source>its columns and its rows</source>
        <translation>패딩인 열과 행</translation>
    </message>
    <message>
        <source>its data is nested too deeply</source>
        <translation>데이터가 너무 깊이 중첩되어 있습니다</translation>
    </message>
    <message>
        <source>its data repeats itself without end</source>
        <translation>데이터가 끝없이 되풀이됩니다</translation>
    </message>
    <message>
        <source>its encoder has %1 %2 and its decoder %3, and Headscope computes one for both</source>
        <translation>%1: 인코더에서는 %2, 디코더에서는 %3입니다. Headscope는 양쪽이 같은 모델만 계산합니다</translation>
    </message>
    <message>
        <source>its end and its list of members do not fit together</source>
        <translation>끝부분과 안의 파일 목록이 서로 맞지 않습니다</translation>
    </message>
    <message>
        <source>its end says two different things</source>
        <translation>끝부분이 서로 다른 두 가지를 말합니다</translation>
    </message>
    <message>
        <source>its entry %1 is not what our cell writes</source>
        <translation>노트북 셀이 저장하는 것과 다른 항목이 있습니다: %1</translation>
    </message>
    <message>
        <source>its entry %1 leads to another place, as Keras never writes it</source>
        <translation>다른 곳으로 이어지는 항목이 있습니다(Keras는 그렇게 쓰지 않습니다): %1</translation>
    </message>
    <message>
        <source>its header describes %1 in no way that Headscope understands</source>
        <translation>헤더가 Headscope가 모르는 방식으로 적혀 있습니다: %1</translation>
    </message>
    <message>
        <source>its header is far larger than any network&apos;s (%1 bytes)</source>
        <translation>모델의 헤더치고는 너무 큽니다(%1바이트)</translation>
    </message>
    <message>
        <source>its header is not a JSON object</source>
        <translation>헤더가 JSON 객체가 아닙니다</translation>
    </message>
    <message>
        <source>its header is not valid JSON</source>
        <translation>헤더가 올바른 JSON이 아닙니다</translation>
    </message>
    <message>
        <source>its header names %1 twice</source>
        <translation>헤더에 같은 이름이 두 번 있습니다: %1</translation>
    </message>
    <message>
        <source>its header names a tensor with half a character</source>
        <translation>헤더의 텐서 이름에 반쪽짜리 문자가 있습니다</translation>
    </message>
    <message>
        <source>its library cannot read this text with it</source>
        <translation>라이브러리가 이 텍스트를 읽지 못합니다</translation>
    </message>
    <message>
        <source>its links need the translation, and there is none</source>
        <translation>링크에는 번역이 있어야 하는데 번역이 없습니다</translation>
    </message>
    <message>
        <source>its list of files is not one</source>
        <translation>파일 목록이 목록이 아닙니다</translation>
    </message>
    <message>
        <source>its list of members points outside of it</source>
        <translation>안의 파일 목록이 바깥을 가리킵니다</translation>
    </message>
    <message>
        <source>its list of tensors is missing or far larger than any network&apos;s</source>
        <translation>텐서 목록이 없거나 모델의 것치고는 너무 큽니다</translation>
    </message>
    <message>
        <source>its member %1 does not lie in a folder, as %2 writes it</source>
        <translation>%2에서 저장한 것과 달리 폴더 안에 있지 않습니다: %1</translation>
    </message>
    <message>
        <source>its member %1 has the name of a place outside of it</source>
        <translation>안의 파일이 바깥의 자리를 이름으로 가집니다: %1</translation>
    </message>
    <message>
        <source>its member %1 is compressed, which %2 never does</source>
        <translation>%2에서는 압축하지 않는 파일이 압축되어 있습니다: %1</translation>
    </message>
    <message>
        <source>its member %1 is encrypted, a folder, or on another disk</source>
        <translation>안의 파일이 암호화되었거나 폴더이거나 다른 디스크에 있습니다: %1</translation>
    </message>
    <message>
        <source>its member %1 is not one of a session</source>
        <translation>세션 파일에 있을 수 없는 것이 들어 있습니다: %1</translation>
    </message>
    <message>
        <source>its member %1 occurs twice</source>
        <translation>같은 이름이 두 번 있습니다: %1</translation>
    </message>
    <message>
        <source>its member %1 overlaps another</source>
        <translation>안의 파일이 다른 파일과 겹칩니다: %1</translation>
    </message>
    <message>
        <source>its name does not end in %1</source>
        <translation>파일 이름이 확장자 %1 없이 끝납니다</translation>
    </message>
    <message>
        <source>its name is too long</source>
        <translation>이름이 너무 깁니다</translation>
    </message>
    <message>
        <source>its names start with %1</source>
        <translation>이름이 이것으로 시작합니다: %1</translation>
    </message>
    <message>
        <source>its network is not that of %1 (%2)</source>
        <translation>%1의 모델 구조와 다릅니다 (%2)</translation>
    </message>
    <message>
        <source>its own table</source>
        <translation>자체 행렬</translation>
    </message>
    <message>
        <source>its padding token has the number %1, and training pads with %2</source>
        <translation>패딩 토큰의 번호가 %1인데, 학습에서는 %2번으로 패딩합니다</translation>
    </message>
    <message>
        <source>its parts are of different kinds</source>
        <translation>부분들의 종류가 서로 다릅니다</translation>
    </message>
    <message>
        <source>its pickle has %1 bytes, and %2 are the limit</source>
        <translation>pickle이 %1바이트인데 한도는 %2바이트입니다</translation>
    </message>
    <message>
        <source>its pickle has a dictionary with keys that are no words or numbers</source>
        <translation>pickle 안 딕셔너리의 키가 단어도 수도 아닙니다</translation>
    </message>
    <message>
        <source>its pickle holds a number of %1 bits</source>
        <translation>pickle 안에 %1비트짜리 수가 있습니다</translation>
    </message>
    <message>
        <source>its pickle is damaged or cut short</source>
        <translation>pickle이 손상되었거나 잘렸습니다</translation>
    </message>
    <message>
        <source>its pickle sets a dictionary&apos;s entry twice</source>
        <translation>pickle이 딕셔너리의 같은 항목을 두 번 정합니다</translation>
    </message>
    <message>
        <source>its pickle takes more than %1 operations</source>
        <translation>pickle의 연산이 %1개를 넘습니다</translation>
    </message>
    <message>
        <source>its pickle uses what no file of weights needs</source>
        <translation>pickle이 모델 파일에 필요 없는 기능을 씁니다</translation>
    </message>
    <message>
        <source>its rows</source>
        <translation>패딩인 행</translation>
    </message>
    <message>
        <source>its rules take more than %1 of memory or %2 seconds with a text</source>
        <translation>이 토크나이저의 규칙이 텍스트 하나에 메모리 %1 또는 %2초보다 많이 씁니다</translation>
    </message>
    <message>
        <source>its runs are not the sentences of one batch</source>
        <translation>들어 있는 실행들이 한 배치의 문장이 아닙니다</translation>
    </message>
    <message>
        <source>its settings say n_head %1 and w_qs has %2 rows, which is no multiple</source>
        <translation>설정에는 n_head %1, w_qs에는 %2행이 있어 배수가 아닙니다</translation>
    </message>
    <message>
        <source>its settings say that %1 is %2, and they differ</source>
        <translation>설정에는 같다고 되어 있지만 서로 다릅니다: %1, %2</translation>
    </message>
    <message>
        <source>its table of heads is damaged</source>
        <translation>헤드 표가 손상되었습니다</translation>
    </message>
    <message>
        <source>its tokens are not those of %1</source>
        <translation>%1의 토큰과 다릅니다</translation>
    </message>
    <message>
        <source>its version is %1, and %2 is known</source>
        <translation>버전이 %1입니다. 아는 버전은 %2입니다</translation>
    </message>
    <message>
        <source>its worker %1 has no Headscope (%2)</source>
        <translation>워커 %1에 Headscope가 없습니다 (%2)</translation>
    </message>
    <message>
        <source>its worker %1 has version %2, and this is %3</source>
        <translation>워커 %1의 버전은 %2이고, 이 프로그램은 %3입니다</translation>
    </message>
    <message>
        <source>keep the network N times while it learns: untrained, then from a hundredth of the run to its end, evenly in the logarithm</source>
        <translation>학습하는 동안 모델을 N번 보관: 학습 전, 그다음 학습의 100분의 1 지점부터 끝까지 로그 간격으로</translation>
    </message>
    <message>
        <source>key</source>
        <translation>키</translation>
    </message>
    <message>
        <source>language_tokens.%1 is incomplete</source>
        <translation>language_tokens.%1 항목이 완전하지 않습니다</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>레이어</translation>
    </message>
    <message>
        <source>layer %1</source>
        <translation>레이어 %1</translation>
    </message>
    <message>
        <source>layer and head, from 1; else the best</source>
        <translation>레이어와 헤드, 1부터. 없으면 가장 좋은 헤드</translation>
    </message>
    <message>
        <source>layer.head of each map, from 1 (the best aligned)</source>
        <translation>맵마다 레이어.헤드, 1부터 (단어 정렬이 가장 좋은 것)</translation>
    </message>
    <message>
        <source>layers</source>
        <translation>레이어 수</translation>
    </message>
    <message>
        <source>layers %1</source>
        <translation>레이어 %1</translation>
    </message>
    <message>
        <source>learned</source>
        <translation>학습됨</translation>
    </message>
    <message>
        <source>leave out what colours and patterns mean</source>
        <translation>색과 무늬의 뜻(범례) 빼기</translation>
    </message>
    <message>
        <source>leave out what torch must be loaded for</source>
        <translation>torch를 불러와야 하는 점검 생략</translation>
    </message>
    <message>
        <source>leave out where the numbers come from</source>
        <translation>숫자의 출처 빼기</translation>
    </message>
    <message>
        <source>leave the heading out</source>
        <translation>제목 빼기</translation>
    </message>
    <message>
        <source>left of the views</source>
        <translation>보기의 왼쪽</translation>
    </message>
    <message>
        <source>left out where something is predicted</source>
        <translation>예측하는 단계에서는 생략</translation>
    </message>
    <message>
        <source>letters in SVG and PDF (text)</source>
        <translation>SVG와 PDF의 글자 (text)</translation>
    </message>
    <message>
        <source>light</source>
        <translation>밝게</translation>
    </message>
    <message>
        <source>line %1</source>
        <translation>%1번째 줄</translation>
    </message>
    <message>
        <source>line %1 has %2, unlike the others</source>
        <translation>%1번째 줄은 %2라서 다른 줄과 다릅니다</translation>
    </message>
    <message>
        <source>line %1 has no id but %2</source>
        <translation>%1번째 줄에 번호(ID) 대신 다른 것이 있습니다: %2</translation>
    </message>
    <message>
        <source>line %1 holds a zero byte, so it is no text</source>
        <translation>%1번째 줄에 0 바이트가 있어 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>line %1 is no sentence with its translation</source>
        <translation>%1번째 줄이 문장과 번역의 쌍이 아닙니다</translation>
    </message>
    <message>
        <source>line %1 is not UTF-8</source>
        <translation>%1번째 줄이 UTF-8이 아닙니다</translation>
    </message>
    <message>
        <source>line %1 is not valid JSON</source>
        <translation>%1번째 줄이 올바른 JSON이 아닙니다</translation>
    </message>
    <message>
        <source>linear scale</source>
        <translation>선형 눈금</translation>
    </message>
    <message>
        <source>link %1 names a word that is not there; the source has %2 words and the translation %3</source>
        <translation>없는 단어를 가리키는 연결: %1. 소스에는 단어 %2개, 번역에는 %3개가 있습니다</translation>
    </message>
    <message>
        <source>link the words of a sentence, or of each line of a file, by a head of cross attention</source>
        <translation>크로스 어텐션의 헤드로 문장 또는 파일의 각 줄에서 단어를 서로 잇습니다</translation>
    </message>
    <message>
        <source>links of each row, the strongest (all)</source>
        <translation>행마다 가장 강한 연결선의 수 (모두)</translation>
    </message>
    <message>
        <source>list what of them was read off a checkpoint</source>
        <translation>체크포인트에서 읽은 내용의 목록</translation>
    </message>
    <message>
        <source>log</source>
        <translation>로그</translation>
    </message>
    <message>
        <source>logits times 1/√M</source>
        <translation>로짓 × 1/√M</translation>
    </message>
    <message>
        <source>longest source</source>
        <translation>가장 긴 소스</translation>
    </message>
    <message>
        <source>longest target</source>
        <translation>가장 긴 타겟</translation>
    </message>
    <message>
        <source>look-ahead mask</source>
        <translation>룩어헤드 마스크</translation>
    </message>
    <message>
        <source>look-ahead mask off</source>
        <translation>룩어헤드 마스크 끔</translation>
    </message>
    <message>
        <source>make everything again, whatever is there</source>
        <translation>있는 파일도 모두 다시 만들기</translation>
    </message>
    <message>
        <source>mask of %1: query position %2, key position %3 flipped</source>
        <translation>%1의 마스크: 쿼리 위치 %2, 키 위치 %3의 칸 뒤집음</translation>
    </message>
    <message>
        <source>masks</source>
        <translation>마스크</translation>
    </message>
    <message>
        <source>masks with the names and values of your code</source>
        <translation>마스크를 내 코드의 이름과 값으로</translation>
    </message>
    <message>
        <source>may attend</source>
        <translation>볼 수 있음</translation>
    </message>
    <message>
        <source>measure every head over a file of sentences</source>
        <translation>파일의 문장 전체에서 모든 헤드 측정</translation>
    </message>
    <message>
        <source>measure translation quality (sacreBLEU)</source>
        <translation>번역 품질 측정 (sacreBLEU)</translation>
    </message>
    <message>
        <source>memory</source>
        <translation>메모리</translation>
    </message>
    <message>
        <source>memory needed</source>
        <translation>필요한 메모리</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>없는 것</translation>
    </message>
    <message>
        <source>missing; it is for %1</source>
        <translation>없음. 쓰임: %1</translation>
    </message>
    <message>
        <source>model</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>model width</source>
        <translation>모델 크기</translation>
    </message>
    <message>
        <source>model width M (d_model)</source>
        <translation>모델 크기 M (d_model)</translation>
    </message>
    <message>
        <source>models</source>
        <translation>모델</translation>
    </message>
    <message>
        <source>more than %1 letters in a line are no parallel text</source>
        <translation>한 줄에 글자가 %1개보다 많으면 병렬 텍스트가 아닙니다</translation>
    </message>
    <message>
        <source>ms</source>
        <translation>ms</translation>
    </message>
    <message>
        <source>name</source>
        <translation>이름</translation>
    </message>
    <message>
        <source>name the shipped recipes and end</source>
        <translation>Headscope에 포함된 레시피의 이름을 보이고 끝냄</translation>
    </message>
    <message>
        <source>name what is wrong in the masks of recorded traces, one row per file</source>
        <translation>기록된 실행의 마스크에서 잘못된 점을 파일마다 한 행으로 알림</translation>
    </message>
    <message>
        <source>names in your code</source>
        <translation>내 코드에서 쓰는 이름</translation>
    </message>
    <message>
        <source>names that it knows</source>
        <translation>그 계열이 아는 이름</translation>
    </message>
    <message>
        <source>nearest family, by its names</source>
        <translation>이름으로 가장 가까운 계열</translation>
    </message>
    <message>
        <source>nearest family, by its shapes</source>
        <translation>모양으로 가장 가까운 계열</translation>
    </message>
    <message>
        <source>nested</source>
        <translation>중첩됨</translation>
    </message>
    <message>
        <source>never produced</source>
        <translation>생성하지 않는 토큰</translation>
    </message>
    <message>
        <source>no checkpoint is open</source>
        <translation>열린 체크포인트가 없습니다</translation>
    </message>
    <message>
        <source>no display</source>
        <translation>화면 없음</translation>
    </message>
    <message>
        <source>no dot on each row&apos;s maximum</source>
        <translation>행의 최댓값에 점을 찍지 않음</translation>
    </message>
    <message>
        <source>no fault</source>
        <translation>오류 없음</translation>
    </message>
    <message>
        <source>no file tells it</source>
        <translation>어느 파일에도 없음</translation>
    </message>
    <message>
        <source>no font here has its letters: they are drawn as boxes, if a sentence has them</source>
        <translation>이 글자가 있는 글꼴이 없습니다. 문장에 나오면 네모로 그려집니다</translation>
    </message>
    <message>
        <source>no glosses</source>
        <translation>단어 뜻 숨기기</translation>
    </message>
    <message>
        <source>no numbers in cells</source>
        <translation>칸에 숫자를 쓰지 않음</translation>
    </message>
    <message>
        <source>no pair has at most %1 tokens on each side</source>
        <translation>양쪽 토큰이 모두 %1개 이하인 쌍이 없습니다</translation>
    </message>
    <message>
        <source>no scheduler answers there</source>
        <translation>그곳에 응답하는 스케줄러가 없습니다</translation>
    </message>
    <message>
        <source>no such kind of file is written</source>
        <translation>그런 종류의 파일은 만들지 않습니다</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>none came with the program</source>
        <translation>함께 제공된 것이 없음</translation>
    </message>
    <message>
        <source>none in %1</source>
        <translation>%1에 없음</translation>
    </message>
    <message>
        <source>none of its sentences can be run by %1</source>
        <translation>%1(으)로 실행할 수 있는 문장이 없습니다</translation>
    </message>
    <message>
        <source>none of the %1 checkpoints in it is whole (%2)</source>
        <translation>안에 있는 체크포인트 %1개가 모두 온전하지 않습니다 (%2)</translation>
    </message>
    <message>
        <source>none of the %1 checkpoints in it is whole (%2: %3)</source>
        <translation>안에 있는 체크포인트 %1개가 모두 온전하지 않습니다 (%2: %3)</translation>
    </message>
    <message>
        <source>norm</source>
        <translation>정규화</translation>
    </message>
    <message>
        <source>norm after the embedding</source>
        <translation>임베딩 다음 정규화</translation>
    </message>
    <message>
        <source>norm before or after</source>
        <translation>층 정규화의 앞뒤</translation>
    </message>
    <message>
        <source>norm on target tokens alone</source>
        <translation>타겟 토큰에만 적용하는 정규화</translation>
    </message>
    <message>
        <source>norms in a layer of encoder and decoder</source>
        <translation>인코더와 디코더 레이어 하나의 정규화 수</translation>
    </message>
    <message>
        <source>norms outside of layers</source>
        <translation>레이어 밖의 정규화 수</translation>
    </message>
    <message>
        <source>not here: %1</source>
        <translation>여기에 없음: %1</translation>
    </message>
    <message>
        <source>not installed: recorded runs are shown. %1</source>
        <translation>설치되지 않음: 기록된 실행은 볼 수 있음. %1</translation>
    </message>
    <message>
        <source>not opened</source>
        <translation>열지 못함</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>읽을 수 없음</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>nothing fits beside the file</source>
        <translation>옆에 맞는 파일이 없음</translation>
    </message>
    <message>
        <source>nothing is known as {%1}</source>
        <translation>모르는 표시입니다: {%1}</translation>
    </message>
    <message>
        <source>nothing is known of dropout in this network&apos;s training</source>
        <translation>이 모델을 학습할 때 쓴 드롭아웃을 알 수 없습니다</translation>
    </message>
    <message>
        <source>nothing is left of the source</source>
        <translation>소스에 남은 것이 없습니다</translation>
    </message>
    <message>
        <source>nothing is set aside</source>
        <translation>제외한 것이 없습니다</translation>
    </message>
    <message>
        <source>nothing that this file leaves open is called so</source>
        <translation>이 파일이 묻는 항목 중에 그런 이름은 없습니다</translation>
    </message>
    <message>
        <source>nothing was changed in this run, so there is nothing to compare it with</source>
        <translation>이 실행에서 바꾼 것이 없어 비교할 것이 없습니다</translation>
    </message>
    <message>
        <source>number of the first word, 0 or 1 (0)</source>
        <translation>첫 단어의 번호, 0 또는 1 (0)</translation>
    </message>
    <message>
        <source>numbers of the view, or of the whole run (.npz: run; others: shown)</source>
        <translation>보기의 숫자 또는 실행 전체의 숫자 (.npz: run, 그 밖: shown)</translation>
    </message>
    <message>
        <source>of %1, from 0 (0)</source>
        <translation>%1 보기, 0부터 (0)</translation>
    </message>
    <message>
        <source>of a beam: score = log p / length^P (1)</source>
        <translation>빔의 점수 = log p / 길이^P (1)</translation>
    </message>
    <message>
        <source>of a beam: when N have ended; and none scores better now; … ever (enough)</source>
        <translation>빔을 멈출 때: N개가 끝나면; 지금 더 좋은 것이 없으면; 앞으로도 없으면 (enough)</translation>
    </message>
    <message>
        <source>of a type that no network computes with</source>
        <translation>모델이 계산에 쓰지 않는 자료형</translation>
    </message>
    <message>
        <source>of an animation: a frame for each snapshot of the checkpoint&apos;s training, not for each step</source>
        <translation>애니메이션: 단계마다가 아니라 체크포인트 학습의 스냅숏마다 한 장면</translation>
    </message>
    <message>
        <source>of links, beside --head</source>
        <translation>links 보기에서 --head와 함께 그릴 헤드</translation>
    </message>
    <message>
        <source>of one_head, from 1 (all)</source>
        <translation>one_head 보기, 1부터 (모두)</translation>
    </message>
    <message>
        <source>of the colours (linear)</source>
        <translation>색 눈금 (linear)</translation>
    </message>
    <message>
        <source>of the computing, in place of the recipe&apos;s; what the device has</source>
        <translation>계산의 정밀도, 레시피의 값 대신; 장치가 지원하는 것으로</translation>
    </message>
    <message>
        <source>of the interface</source>
        <translation>인터페이스의 언어</translation>
    </message>
    <message>
        <source>of the report</source>
        <translation>보고서의 언어</translation>
    </message>
    <message>
        <source>of the result (that of the folder)</source>
        <translation>결과의 이름 (폴더 이름)</translation>
    </message>
    <message>
        <source>of the sentence (en)</source>
        <translation>문장의 언어 (en)</translation>
    </message>
    <message>
        <source>of the snapshot (1600x1000)</source>
        <translation>그림의 크기 (1600x1000)</translation>
    </message>
    <message>
        <source>of the words in it (en)</source>
        <translation>안에 쓰는 말의 언어 (en)</translation>
    </message>
    <message>
        <source>one a line, in UTF-8; - for standard input; empty lines are ignored</source>
        <translation>한 줄에 하나, UTF-8; -이면 표준 스트림(stdin); 빈 줄은 무시</translation>
    </message>
    <message>
        <source>one cell</source>
        <translation>칸 1개</translation>
    </message>
    <message>
        <source>one for each core</source>
        <translation>코어마다 하나</translation>
    </message>
    <message>
        <source>one is fastest on a busy machine (1)</source>
        <translation>바쁜 컴퓨터에서는 하나가 가장 빠름 (1)</translation>
    </message>
    <message>
        <source>one is no number above 0</source>
        <translation>0보다 큰 수가 아닌 것이 있습니다</translation>
    </message>
    <message>
        <source>one number for all of the width</source>
        <translation>차원 전체에 숫자 하나</translation>
    </message>
    <message>
        <source>one of %1</source>
        <translation>다음 중 하나: %1</translation>
    </message>
    <message>
        <source>one of its runs is damaged</source>
        <translation>실행 기록 하나가 손상되었습니다</translation>
    </message>
    <message>
        <source>one of the changes is not known to this version</source>
        <translation>이 버전이 모르는 변경이 있습니다</translation>
    </message>
    <message>
        <source>one of them has ended</source>
        <translation>그중 하나가 끝났습니다</translation>
    </message>
    <message>
        <source>one run has %1 layers of %2 heads, the other %3 layers of %4 heads</source>
        <translation>한 실행은 레이어 %1개에 헤드 %2개씩, 다른 실행은 레이어 %3개에 헤드 %4개씩입니다</translation>
    </message>
    <message>
        <source>one small matrix for all heads</source>
        <translation>모든 헤드에 작은 행렬 하나</translation>
    </message>
    <message>
        <source>one source per line</source>
        <translation>한 줄에 소스 하나</translation>
    </message>
    <message>
        <source>one translation per line, each file</source>
        <translation>파일마다 한 줄에 번역 하나</translation>
    </message>
    <message>
        <source>one_head, one_layer, all_layers, links, masks, embeddings_layers, teacher_forcing, beam_tree or compare</source>
        <translation>one_head, one_layer, all_layers, links, masks, embeddings_layers, teacher_forcing, beam_tree, compare 중 하나</translation>
    </message>
    <message>
        <source>only a beam has it</source>
        <translation>빔 서치에만 있습니다</translation>
    </message>
    <message>
        <source>only layers and heads that both have</source>
        <translation>둘 다 가진 레이어와 헤드만</translation>
    </message>
    <message>
        <source>only rows of weights sum to 1</source>
        <translation>합이 1인 것은 어텐션 가중치의 행뿐입니다</translation>
    </message>
    <message>
        <source>open FILE in a window that is there, if one is</source>
        <translation>이미 열린 창이 있으면 그 창에서 FILE을 엽니다</translation>
    </message>
    <message>
        <source>open the window (the default), or save a picture of it</source>
        <translation>창 열기(기본) 또는 창의 그림 저장</translation>
    </message>
    <message>
        <source>opening checkpoints</source>
        <translation>체크포인트 열기</translation>
    </message>
    <message>
        <source>opening checkpoints and translating</source>
        <translation>체크포인트 열기와 번역</translation>
    </message>
    <message>
        <source>opening it takes %1 GB of memory, and this machine has %2 GB</source>
        <translation>여는 데 메모리 %1 GB가 필요한데 이 컴퓨터에는 %2 GB가 있습니다</translation>
    </message>
    <message>
        <source>optimisation.subword_alpha is %1, and its vocabulary has no sub-words</source>
        <translation>optimisation.subword_alpha가 %1인데 이 어휘 사전에는 서브워드가 없습니다</translation>
    </message>
    <message>
        <source>options</source>
        <translation>옵션</translation>
    </message>
    <message>
        <source>order of heads in all_layers (model)</source>
        <translation>all_layers 보기의 헤드 순서 (model)</translation>
    </message>
    <message>
        <source>ours</source>
        <translation>함께 제공됨</translation>
    </message>
    <message>
        <source>output</source>
        <translation>결과 파일</translation>
    </message>
    <message>
        <source>output projection</source>
        <translation>출력 선형 변환(W_O)</translation>
    </message>
    <message>
        <source>pad the source to N tokens</source>
        <translation>소스를 토큰 N개로 패딩</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>패딩</translation>
    </message>
    <message>
        <source>padding blocks in cross attention</source>
        <translation>크로스 어텐션에서 패딩이 가리는 것</translation>
    </message>
    <message>
        <source>padding blocks in the decoder</source>
        <translation>디코더에서 패딩이 가리는 것</translation>
    </message>
    <message>
        <source>padding blocks in the encoder</source>
        <translation>인코더에서 패딩이 가리는 것</translation>
    </message>
    <message>
        <source>padding mask</source>
        <translation>패딩 마스크</translation>
    </message>
    <message>
        <source>padding mask off</source>
        <translation>패딩 마스크 끔</translation>
    </message>
    <message>
        <source>padding that was produced is blocked</source>
        <translation>생성된 패딩도 가려짐</translation>
    </message>
    <message>
        <source>page of %1 (embedding)</source>
        <translation>%1 보기의 쪽 (embedding)</translation>
    </message>
    <message>
        <source>pair %1 is not two tokens with a blank between</source>
        <translation>쌍 %1: 빈칸으로 나눈 토큰 두 개가 아닙니다</translation>
    </message>
    <message>
        <source>parameters</source>
        <translation>파라미터 수</translation>
    </message>
    <message>
        <source>parameters of each block</source>
        <translation>블록별 파라미터</translation>
    </message>
    <message>
        <source>partly judged</source>
        <translation>일부만 판정</translation>
    </message>
    <message>
        <source>path</source>
        <translation>경로</translation>
    </message>
    <message>
        <source>plots</source>
        <translation>그래프</translation>
    </message>
    <message>
        <source>positional arguments</source>
        <translation>위치 인수</translation>
    </message>
    <message>
        <source>positions</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>positions off</source>
        <translation>위치 정보 끔</translation>
    </message>
    <message>
        <source>processes, each with one thread (%1)</source>
        <translation>프로세스 수, 각각 스레드 하나 (%1)</translation>
    </message>
    <message>
        <source>processes, each with one thread (one for each core)</source>
        <translation>프로세스 수, 각각 스레드 하나 (코어마다 하나)</translation>
    </message>
    <message>
        <source>produced first</source>
        <translation>처음에 생성하는 토큰</translation>
    </message>
    <message>
        <source>program</source>
        <translation>프로그램</translation>
    </message>
    <message>
        <source>provenance</source>
        <translation>출처</translation>
    </message>
    <message>
        <source>pt</source>
        <translation>pt</translation>
    </message>
    <message>
        <source>pyarrow, which writes Parquet, is not installed; .csv needs nothing more</source>
        <translation>Parquet을 쓰는 pyarrow가 설치되어 있지 않습니다. .csv는 더 필요한 것이 없습니다</translation>
    </message>
    <message>
        <source>quantised</source>
        <translation>양자화됨</translation>
    </message>
    <message>
        <source>query</source>
        <translation>쿼리</translation>
    </message>
    <message>
        <source>query, key and value in one matrix</source>
        <translation>쿼리, 키, 밸류를 행렬 하나에</translation>
    </message>
    <message>
        <source>query, key, value, output</source>
        <translation>쿼리, 키, 밸류, 출력 선형 변환(W_O)</translation>
    </message>
    <message>
        <source>reading it takes the library tokenizers, which is not installed</source>
        <translation>읽으려면 tokenizers 라이브러리가 필요한데 설치되어 있지 않습니다</translation>
    </message>
    <message>
        <source>record one sentence as a trace file (.npz)</source>
        <translation>한 문장을 실행 기록 파일(.npz)로 저장</translation>
    </message>
    <message>
        <source>record the best of N hypotheses</source>
        <translation>가설 N개 중 가장 좋은 것을 기록</translation>
    </message>
    <message>
        <source>recorded from somebody&apos;s own code</source>
        <translation>내 코드에서 기록함</translation>
    </message>
    <message>
        <source>recorded run</source>
        <translation>기록한 실행</translation>
    </message>
    <message>
        <source>recovery</source>
        <translation>복구</translation>
    </message>
    <message>
        <source>renormalise rows without what is set aside</source>
        <translation>제외한 열 없이 행을 다시 정규화(합 = 1)</translation>
    </message>
    <message>
        <source>right of the views</source>
        <translation>보기의 오른쪽</translation>
    </message>
    <message>
        <source>run also what may take more memory than there is</source>
        <translation>메모리가 모자랄 수 있어도 실행</translation>
    </message>
    <message>
        <source>run of %1 + %1 tokens on CPU</source>
        <translation>CPU에서 토큰 %1 + %1개 실행</translation>
    </message>
    <message>
        <source>run of %1 + %1 tokens on GPU</source>
        <translation>GPU에서 토큰 %1 + %1개 실행</translation>
    </message>
    <message>
        <source>sampled with temperature %1, seed %2</source>
        <translation>샘플링: 온도 %1, 시드 %2</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>샘플링</translation>
    </message>
    <message>
        <source>save a picture of the window and end; no display needed</source>
        <translation>창의 그림을 저장하고 끝냄; 화면이 없어도 됨</translation>
    </message>
    <message>
        <source>save any checkpoint that opens as a Headscope checkpoint folder</source>
        <translation>열리는 체크포인트를 Headscope 체크포인트 폴더로 저장</translation>
    </message>
    <message>
        <source>save the mean of checkpoints of one network as a Headscope checkpoint folder</source>
        <translation>구조가 같은 체크포인트의 평균을 Headscope 체크포인트 폴더로 저장합니다</translation>
    </message>
    <message>
        <source>say how to cite a figure: the program, and the checkpoint of a trace or session</source>
        <translation>그림의 인용 방법 알림: 프로그램, 그리고 실행 기록이나 세션의 체크포인트</translation>
    </message>
    <message>
        <source>say what a file is: a checkpoint, a trace, a session, or a model that Headscope cannot open</source>
        <translation>파일이 무엇인지 알림: 체크포인트, 실행 기록, 세션, 또는 Headscope가 열지 못하는 모델</translation>
    </message>
    <message>
        <source>score</source>
        <translation>어텐션 스코어</translation>
    </message>
    <message>
        <source>score of a blocked cell</source>
        <translation>가려진 칸의 어텐션 스코어</translation>
    </message>
    <message>
        <source>scores of pieces have no meaningful sum</source>
        <translation>조각들의 스코어는 더해도 뜻이 없습니다</translation>
    </message>
    <message>
        <source>scores of translations</source>
        <translation>번역 BLEU</translation>
    </message>
    <message>
        <source>scores times 1/√D</source>
        <translation>어텐션 스코어 × 1/√D</translation>
    </message>
    <message>
        <source>scores with temperature %1</source>
        <translation>어텐션 스코어에 온도 %1 적용</translation>
    </message>
    <message>
        <source>scores without √d_k</source>
        <translation>√d_k로 나누지 않은 어텐션 스코어</translation>
    </message>
    <message>
        <source>screen</source>
        <translation>화면</translation>
    </message>
    <message>
        <source>selected column: its position, from 0</source>
        <translation>선택한 열의 위치, 0부터</translation>
    </message>
    <message>
        <source>selected row: its position, from 0</source>
        <translation>선택한 행의 위치, 0부터</translation>
    </message>
    <message>
        <source>sentence</source>
        <translation>문장</translation>
    </message>
    <message>
        <source>sentence %1</source>
        <translation>문장 %1</translation>
    </message>
    <message>
        <source>sentence pairs</source>
        <translation>문장 쌍</translation>
    </message>
    <message>
        <source>session</source>
        <translation>세션</translation>
    </message>
    <message>
        <source>set columns aside: specials, or specials and punctuation</source>
        <translation>열 제외: 특수 토큰, 또는 특수 토큰과 문장 부호</translation>
    </message>
    <message>
        <source>settings</source>
        <translation>설정</translation>
    </message>
    <message>
        <source>show program&apos;s version number and exit</source>
        <translation>버전을 보이고 끝냄</translation>
    </message>
    <message>
        <source>show this help message and exit</source>
        <translation>이 도움말을 보이고 끝냄</translation>
    </message>
    <message>
        <source>sines and cosines, computed</source>
        <translation>사인과 코사인, 계산함</translation>
    </message>
    <message>
        <source>size</source>
        <translation>크기</translation>
    </message>
    <message>
        <source>size (MB)</source>
        <translation>크기 (MB)</translation>
    </message>
    <message>
        <source>size of the pages (A4)</source>
        <translation>쪽의 크기 (A4)</translation>
    </message>
    <message>
        <source>size, letters, dpi (%1)</source>
        <translation>크기, 글자, dpi (%1)</translation>
    </message>
    <message>
        <source>smallest weight drawn, in hundredths (5)</source>
        <translation>그릴 가장 작은 어텐션 가중치, 0.01 단위 (5)</translation>
    </message>
    <message>
        <source>source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>source TAB references joined by &apos; ||| &apos;</source>
        <translation>소스 TAB 참조 번역, 여럿이면 &apos; ||| &apos;로 이음</translation>
    </message>
    <message>
        <source>source and target share the embedding</source>
        <translation>소스와 타겟의 임베딩 행렬 공유</translation>
    </message>
    <message>
        <source>source language</source>
        <translation>소스 언어</translation>
    </message>
    <message>
        <source>source language, where there is a choice</source>
        <translation>고를 수 있는 모델의 소스 언어</translation>
    </message>
    <message>
        <source>source languages</source>
        <translation>고를 수 있는 소스 언어</translation>
    </message>
    <message>
        <source>source position %1 left out</source>
        <translation>소스 위치 %1의 토큰 뺌</translation>
    </message>
    <message>
        <source>source position %1 replaced with “%2”</source>
        <translation>소스 위치 %1의 토큰 바꿈: “%2”</translation>
    </message>
    <message>
        <source>source position %1: the vector of position %2</source>
        <translation>소스 위치 %1의 토큰에 위치 %2의 벡터</translation>
    </message>
    <message>
        <source>source positions %1 and %2 swapped</source>
        <translation>소스 위치 %1, %2의 자리 바꿈</translation>
    </message>
    <message>
        <source>source positions, from 0</source>
        <translation>소스 위치, 0부터</translation>
    </message>
    <message>
        <source>source sentence</source>
        <translation>소스 문장</translation>
    </message>
    <message>
        <source>source sentences</source>
        <translation>소스 문장</translation>
    </message>
    <message>
        <source>source tokens</source>
        <translation>소스 토큰 수</translation>
    </message>
    <message>
        <source>source vocabulary</source>
        <translation>소스 어휘 사전</translation>
    </message>
    <message>
        <source>source_spelling does not fit the source</source>
        <translation>source_spelling이 소스와 맞지 않습니다</translation>
    </message>
    <message>
        <source>sparse</source>
        <translation>희소</translation>
    </message>
    <message>
        <source>special.%1 is %2, no number of tokens</source>
        <translation>special.%1 값 %2: 토큰 수가 아닙니다</translation>
    </message>
    <message>
        <source>special.%1 is %2, no token of the vocabulary</source>
        <translation>special.%1 값 %2: 어휘 사전에 있는 토큰이 아닙니다</translation>
    </message>
    <message>
        <source>splitting its words needs spaCy, which is missing</source>
        <translation>단어를 나누려면 spaCy가 필요한데 설치되어 있지 않습니다</translation>
    </message>
    <message>
        <source>squares whose area is the weight</source>
        <translation>넓이가 어텐션 가중치인 사각형</translation>
    </message>
    <message>
        <source>standard input</source>
        <translation>표준 스트림(stdin)</translation>
    </message>
    <message>
        <source>start</source>
        <translation>시작 토큰</translation>
    </message>
    <message>
        <source>step %1 of the lesson cannot be done</source>
        <translation>길잡이의 %1번째 단계를 할 수 없습니다</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>시점 수</translation>
    </message>
    <message>
        <source>stop after N tokens</source>
        <translation>토큰 N개 뒤에 멈춤</translation>
    </message>
    <message>
        <source>stopped by hand</source>
        <translation>직접 멈춤</translation>
    </message>
    <message>
        <source>storage %1 has two sizes</source>
        <translation>저장소 %1의 크기가 두 가지입니다</translation>
    </message>
    <message>
        <source>storage %1 should have %2 bytes and has %3</source>
        <translation>저장소 %1: %2바이트여야 하는데 %3바이트입니다</translation>
    </message>
    <message>
        <source>stored tables of positions</source>
        <translation>저장된 위치 행렬 수</translation>
    </message>
    <message>
        <source>sub-words merged into words</source>
        <translation>서브워드를 단어로 합치기</translation>
    </message>
    <message>
        <source>system</source>
        <translation>시스템</translation>
    </message>
    <message>
        <source>system libraries are missing: %1</source>
        <translation>시스템 라이브러리가 없습니다: %1</translation>
    </message>
    <message>
        <source>system’s font</source>
        <translation>시스템 글꼴</translation>
    </message>
    <message>
        <source>tables of tokens and learned positions</source>
        <translation>토큰과 학습된 위치의 행렬 수</translation>
    </message>
    <message>
        <source>target</source>
        <translation>타겟</translation>
    </message>
    <message>
        <source>target language</source>
        <translation>타겟 언어</translation>
    </message>
    <message>
        <source>target language, where there is a choice</source>
        <translation>고를 수 있는 모델의 타겟 언어</translation>
    </message>
    <message>
        <source>target languages</source>
        <translation>고를 수 있는 타겟 언어</translation>
    </message>
    <message>
        <source>target mask</source>
        <translation>타겟 마스크</translation>
    </message>
    <message>
        <source>target position %1: the vector of position %2</source>
        <translation>타겟 위치 %1의 토큰에 위치 %2의 벡터</translation>
    </message>
    <message>
        <source>target positions, from 0</source>
        <translation>타겟 위치, 0부터</translation>
    </message>
    <message>
        <source>target sentence</source>
        <translation>타겟 문장</translation>
    </message>
    <message>
        <source>target vocabulary</source>
        <translation>타겟 어휘 사전</translation>
    </message>
    <message>
        <source>targets</source>
        <translation>타겟</translation>
    </message>
    <message>
        <source>teacher forcing: run a sentence over this translation</source>
        <translation>티처 포싱: 이 번역을 타겟으로 문장 실행</translation>
    </message>
    <message>
        <source>teacher forcing: run over this translation</source>
        <translation>티처 포싱: 이 번역을 타겟으로 실행</translation>
    </message>
    <message>
        <source>temporary files</source>
        <translation>임시 파일</translation>
    </message>
    <message>
        <source>tensors</source>
        <translation>텐서</translation>
    </message>
    <message>
        <source>text file, or - for standard input</source>
        <translation>텍스트 파일, -이면 표준 스트림(stdin)</translation>
    </message>
    <message>
        <source>that it opens in (en)</source>
        <translation>처음에 보일 언어 (en)</translation>
    </message>
    <message>
        <source>that would be %1 pictures</source>
        <translation>그림이 %1개가 됩니다</translation>
    </message>
    <message>
        <source>the %1 tokenizer has no size</source>
        <translation>%1 토크나이저의 크기가 없습니다</translation>
    </message>
    <message>
        <source>the %1 vocabulary has %2 entries and the network %3</source>
        <translation>%1 어휘 사전의 항목이 %2개인데 모델은 %3개입니다</translation>
    </message>
    <message>
        <source>the GPU has not enough for this</source>
        <translation>GPU 메모리가 이 작업에 부족합니다</translation>
    </message>
    <message>
        <source>the Hugging Face cache holds its folder without its files</source>
        <translation>Hugging Face 캐시에 폴더만 있고 파일이 없습니다</translation>
    </message>
    <message>
        <source>the Hugging Face cache holds several models of this name</source>
        <translation>Hugging Face 캐시에 이 이름의 모델이 여러 개 있습니다</translation>
    </message>
    <message>
        <source>the answers can be kept neither beside it nor in your own folder</source>
        <translation>답을 파일 옆에도 사용자 폴더에도 저장할 수 없습니다</translation>
    </message>
    <message>
        <source>the beginning of the lesson cannot be brought about</source>
        <translation>길잡이의 시작 화면을 만들 수 없습니다</translation>
    </message>
    <message>
        <source>the checkpoint that recorded it is not open</source>
        <translation>이것을 기록한 체크포인트가 열려 있지 않습니다</translation>
    </message>
    <message>
        <source>the connection to its scheduler was lost</source>
        <translation>스케줄러와의 연결이 끊겼습니다</translation>
    </message>
    <message>
        <source>the decoder’s first input</source>
        <translation>첫 디코더 입력 토큰</translation>
    </message>
    <message>
        <source>the disclaimer: what weights are not (as caption)</source>
        <translation>해석 안내 문구 (설명과 같게)</translation>
    </message>
    <message>
        <source>the entry %1</source>
        <translation>항목 %1</translation>
    </message>
    <message>
        <source>the entry %1 is no id</source>
        <translation>항목 %1: 번호(ID)가 아닙니다</translation>
    </message>
    <message>
        <source>the figure would be too large or too coarse</source>
        <translation>그림이 너무 크거나 너무 거칠어집니다</translation>
    </message>
    <message>
        <source>the file that a worker finds there holds other weights</source>
        <translation>워커가 그곳에서 찾은 파일의 파라미터가 다릅니다</translation>
    </message>
    <message>
        <source>the file to write</source>
        <translation>저장할 파일</translation>
    </message>
    <message>
        <source>the file to write, one of %1</source>
        <translation>저장할 파일, 종류: %1</translation>
    </message>
    <message>
        <source>the file to write, one of %1; of one lesson</source>
        <translation>저장할 파일, %1 중 하나. 길잡이 하나에만</translation>
    </message>
    <message>
        <source>the files there were made with other settings (%1%2)</source>
        <translation>거기 있는 파일은 다른 설정으로 만들었습니다(%1%2)</translation>
    </message>
    <message>
        <source>the first %1 sentences</source>
        <translation>첫 %1개 문장</translation>
    </message>
    <message>
        <source>the folder %1 does not exist</source>
        <translation>%1 폴더가 없습니다</translation>
    </message>
    <message>
        <source>the folder cannot be made (%1)</source>
        <translation>폴더를 만들 수 없습니다(%1)</translation>
    </message>
    <message>
        <source>the folder has no tokenizer files</source>
        <translation>폴더에 토크나이저 파일이 없음</translation>
    </message>
    <message>
        <source>the folder to make; it must be new or empty</source>
        <translation>만들 폴더; 새 폴더나 빈 폴더여야 함</translation>
    </message>
    <message>
        <source>the header</source>
        <translation>헤더</translation>
    </message>
    <message>
        <source>the id of %1 is %2 and must be a number %3</source>
        <translation>%1의 번호(ID)가 %2입니다. 있어야 할 범위: %3</translation>
    </message>
    <message>
        <source>the key “%1” means nothing; known are: %2</source>
        <translation>알 수 없는 키 “%1”. 쓸 수 있는 키: %2</translation>
    </message>
    <message>
        <source>the logits of the candidates</source>
        <translation>후보 토큰의 로짓</translation>
    </message>
    <message>
        <source>the loss or its gradient is no finite number; what was saved before it stays as it is</source>
        <translation>손실이나 그래디언트가 유한한 수가 아닙니다. 그 전에 저장한 것은 그대로 있습니다</translation>
    </message>
    <message>
        <source>the name of a file beside the lesson</source>
        <translation>학습 길잡이 파일과 같은 폴더에 있는 파일의 이름</translation>
    </message>
    <message>
        <source>the one it was trained for</source>
        <translation>학습한 언어</translation>
    </message>
    <message>
        <source>the other side&apos;s table beside %1</source>
        <translation>%1 외에 다른 쪽의 임베딩 행렬</translation>
    </message>
    <message>
        <source>the page %1 is the same for every %2</source>
        <translation>%1 쪽은 모든 %2에서 같습니다</translation>
    </message>
    <message>
        <source>the part %1 is missing</source>
        <translation>없는 부분이 있습니다: %1</translation>
    </message>
    <message>
        <source>the picture could not be encoded</source>
        <translation>그림을 파일로 만들지 못했습니다</translation>
    </message>
    <message>
        <source>the process that computed piece %1 ended without an answer, %2 times</source>
        <translation>조각 %1 계산을 맡은 프로세스가 답 없이 %2번 끝났습니다</translation>
    </message>
    <message>
        <source>the processes did not find each other (%1)</source>
        <translation>프로세스들이 서로를 찾지 못했습니다(%1)</translation>
    </message>
    <message>
        <source>the recorded run has a translation of its own</source>
        <translation>기록한 실행에는 이미 번역이 있습니다</translation>
    </message>
    <message>
        <source>the run has %1 steps, more than an animation shows</source>
        <translation>이 실행은 시점이 %1개로, 애니메이션에 담기에는 너무 깁니다</translation>
    </message>
    <message>
        <source>the run has no second step, so nothing moves</source>
        <translation>이 실행에는 두 번째 시점이 없어 움직이는 것이 없습니다</translation>
    </message>
    <message>
        <source>the same as --answer heads=N</source>
        <translation>--answer heads=N과 같음</translation>
    </message>
    <message>
        <source>the same in pixels, 96 an inch</source>
        <translation>같은 것을 픽셀로, 인치당 96</translation>
    </message>
    <message>
        <source>the same: device pixels per pixel (2 = 192 dpi)</source>
        <translation>같은 것: 픽셀당 장치 픽셀 (2 = 192 dpi)</translation>
    </message>
    <message>
        <source>the shares</source>
        <translation>비율</translation>
    </message>
    <message>
        <source>the sharpest of %1 heads on %2</source>
        <translation>%2에서 헤드 %1개 중 가장 또렷합니다</translation>
    </message>
    <message>
        <source>the source has other tokens than before the change</source>
        <translation>소스의 토큰이 변경 전과 다릅니다</translation>
    </message>
    <message>
        <source>the source sentence</source>
        <translation>소스 문장</translation>
    </message>
    <message>
        <source>the sum of each row, in one_head</source>
        <translation>one_head 보기에 행 합계</translation>
    </message>
    <message>
        <source>the tokenizer kind %1 is unknown</source>
        <translation>모르는 토크나이저 종류입니다: %1</translation>
    </message>
    <message>
        <source>the trace file to write</source>
        <translation>저장할 실행 기록 파일</translation>
    </message>
    <message>
        <source>the training has %1 snapshots, more than an animation shows</source>
        <translation>학습에 스냅숏이 %1개 있어서 애니메이션 하나에 담을 수 없습니다</translation>
    </message>
    <message>
        <source>the translation has other tokens from step %1 on</source>
        <translation>번역의 토큰이 %1단계부터 다릅니다</translation>
    </message>
    <message>
        <source>the translation; with --file a file with one in each line</source>
        <translation>번역. --file과 함께면 줄마다 번역이 하나씩 있는 파일</translation>
    </message>
    <message>
        <source>the two runs have maps of other sizes</source>
        <translation>두 실행의 맵 크기가 다릅니다</translation>
    </message>
    <message>
        <source>the two runs have no kind of attention in common</source>
        <translation>두 실행에 공통된 어텐션 종류가 없습니다</translation>
    </message>
    <message>
        <source>the vocabulary has no token %1, only 0 to %2</source>
        <translation>어휘 사전에 토큰 %1번이 없습니다. 0부터 %2까지 있습니다</translation>
    </message>
    <message>
        <source>the weights of a row are numbers from 0 to 1 that sum to 1</source>
        <translation>한 행의 어텐션 가중치는 0~1의 수이고 합이 1이어야 합니다</translation>
    </message>
    <message>
        <source>the weights of words, a line of JSON each</source>
        <translation>단어의 어텐션 가중치, 문장마다 JSON 한 줄</translation>
    </message>
    <message>
        <source>the window and every picture</source>
        <translation>창과 모든 그림</translation>
    </message>
    <message>
        <source>the word %1 occurs twice, with the ids %2 and %3</source>
        <translation>두 번 나오는 단어: %1 (번호 %2, %3)</translation>
    </message>
    <message>
        <source>the work of a run that was stopped lies there</source>
        <translation>멈춘 작업의 파일이 그곳에 있습니다</translation>
    </message>
    <message>
        <source>their attention maps could take %1 and Headscope holds %2</source>
        <translation>어텐션 맵이 모두 %1까지 될 수 있는데 Headscope는 %2까지 담습니다</translation>
    </message>
    <message>
        <source>there are %1 for %2 source sentences</source>
        <translation>소스 문장 %2개에 타겟 %1개가 있습니다</translation>
    </message>
    <message>
        <source>there are %1 heads</source>
        <translation>헤드가 %1개입니다</translation>
    </message>
    <message>
        <source>there are %1 of cross attention</source>
        <translation>크로스 어텐션에는 %1개가 있습니다</translation>
    </message>
    <message>
        <source>there are more than %1 parts to look at in its pickle</source>
        <translation>pickle 안에 살펴볼 것이 %1개보다 많습니다</translation>
    </message>
    <message>
        <source>there are no masks to show</source>
        <translation>보여 줄 마스크가 없습니다</translation>
    </message>
    <message>
        <source>there are no sentence pairs</source>
        <translation>문장 쌍이 없습니다</translation>
    </message>
    <message>
        <source>there are no two runs to compare</source>
        <translation>비교할 두 실행이 없습니다</translation>
    </message>
    <message>
        <source>there are none</source>
        <translation>하나도 없습니다</translation>
    </message>
    <message>
        <source>there is no display here</source>
        <translation>여기에는 화면이 없습니다</translation>
    </message>
    <message>
        <source>there is no run to animate</source>
        <translation>애니메이션으로 만들 실행 기록이 없습니다</translation>
    </message>
    <message>
        <source>there is no run to save</source>
        <translation>저장할 실행 기록이 없습니다</translation>
    </message>
    <message>
        <source>there is no run to show</source>
        <translation>보여 줄 실행 기록이 없습니다</translation>
    </message>
    <message>
        <source>there is no such device</source>
        <translation>그런 장치가 없습니다</translation>
    </message>
    <message>
        <source>there is no such file</source>
        <translation>그런 파일이 없습니다</translation>
    </message>
    <message>
        <source>there is no such file or folder</source>
        <translation>그런 파일이나 폴더가 없습니다</translation>
    </message>
    <message>
        <source>there is no such file or folder, nor such a model in the Hugging Face cache (%1)</source>
        <translation>그런 파일이나 폴더가 없고, Hugging Face 캐시에도 그런 모델이 없습니다(%1)</translation>
    </message>
    <message>
        <source>there is no such folder</source>
        <translation>그런 폴더가 없습니다</translation>
    </message>
    <message>
        <source>there is no such view</source>
        <translation>그런 보기가 없습니다</translation>
    </message>
    <message>
        <source>there is no vocabulary in it</source>
        <translation>어휘 사전이 들어 있지 않습니다</translation>
    </message>
    <message>
        <source>there is not enough for a batch of this size</source>
        <translation>이 크기의 배치에는 메모리가 부족합니다</translation>
    </message>
    <message>
        <source>there is not enough for this</source>
        <translation>이 작업에 부족합니다</translation>
    </message>
    <message>
        <source>there is not enough memory for it</source>
        <translation>메모리가 부족합니다</translation>
    </message>
    <message>
        <source>these are not the weights that config.json was saved with</source>
        <translation>config.json과 함께 저장된 모델 파라미터가 아닙니다</translation>
    </message>
    <message>
        <source>these maps have %1</source>
        <translation>이 맵의 수: %1</translation>
    </message>
    <message>
        <source>they do not read the same recipe, data or output folder</source>
        <translation>레시피, 데이터, 출력 폴더가 서로 다릅니다</translation>
    </message>
    <message>
        <source>they have %1 and %2 lines</source>
        <translation>줄 수가 %1개와 %2개로 다릅니다</translation>
    </message>
    <message>
        <source>they hold no sentence pairs</source>
        <translation>문장 쌍이 없습니다</translation>
    </message>
    <message>
        <source>this</source>
        <translation>이 작업</translation>
    </message>
    <message>
        <source>this PyTorch was built without them</source>
        <translation>이 PyTorch는 분산 학습 없이 만들어졌습니다</translation>
    </message>
    <message>
        <source>this display</source>
        <translation>이 표시 방식</translation>
    </message>
    <message>
        <source>this file holds a finished run</source>
        <translation>이 파일에는 끝난 실행이 들어 있습니다</translation>
    </message>
    <message>
        <source>this machine has only %1 GPUs</source>
        <translation>이 컴퓨터에는 GPU가 %1개뿐입니다</translation>
    </message>
    <message>
        <source>this network does not divide its scores</source>
        <translation>이 모델은 어텐션 스코어를 나누지 않습니다</translation>
    </message>
    <message>
        <source>this network has no position vectors, only a number for each distance</source>
        <translation>이 모델에는 위치 벡터가 없고 거리마다 숫자 하나가 있을 뿐입니다</translation>
    </message>
    <message>
        <source>this network has no vocabulary head</source>
        <translation>이 모델에는 출력층(Linear)이 없습니다</translation>
    </message>
    <message>
        <source>this page</source>
        <translation>이 페이지</translation>
    </message>
    <message>
        <source>this run</source>
        <translation>이 실행</translation>
    </message>
    <message>
        <source>this run does not hold its numbers</source>
        <translation>이 실행 기록에는 그 숫자가 없습니다</translation>
    </message>
    <message>
        <source>this run has %1</source>
        <translation>이 실행의 수: %1</translation>
    </message>
    <message>
        <source>this run has %1 steps, a page each</source>
        <translation>이 실행은 시점이 %1개이고 시점마다 한 쪽입니다</translation>
    </message>
    <message>
        <source>this run has no such attention</source>
        <translation>이 실행에는 그런 어텐션이 없습니다</translation>
    </message>
    <message>
        <source>this run has no such head</source>
        <translation>이 실행에는 그런 헤드가 없습니다</translation>
    </message>
    <message>
        <source>this run holds no weights of this kind</source>
        <translation>이 실행 기록에는 이 종류의 어텐션 가중치가 없습니다</translation>
    </message>
    <message>
        <source>this run was recorded without its scores before mask and softmax</source>
        <translation>이 실행 기록에는 마스크와 softmax 이전의 스코어가 없습니다</translation>
    </message>
    <message>
        <source>this run was recorded without its values and W_O</source>
        <translation>이 실행 기록에는 밸류와 W_O가 없습니다</translation>
    </message>
    <message>
        <source>this sentence</source>
        <translation>이 문장</translation>
    </message>
    <message>
        <source>this text gives %1 sub-words at most</source>
        <translation>이 텍스트로는 서브워드를 최대 %1개 만들 수 있습니다</translation>
    </message>
    <message>
        <source>this text teaches no sub-words</source>
        <translation>이 텍스트로는 서브워드를 학습할 수 없습니다</translation>
    </message>
    <message>
        <source>this trace file holds no logit lens, and measuring it takes the checkpoint</source>
        <translation>이 실행 기록 파일에는 로짓 렌즈가 없고, 측정하려면 체크포인트가 필요합니다</translation>
    </message>
    <message>
        <source>this view</source>
        <translation>이 보기</translation>
    </message>
    <message>
        <source>this view is the same at every step</source>
        <translation>이 보기는 모든 시점에서 같습니다</translation>
    </message>
    <message>
        <source>this view is the same by the first snapshot and by the last</source>
        <translation>이 보기는 첫 스냅숏과 마지막 스냅숏에서 똑같습니다</translation>
    </message>
    <message>
        <source>tied to the target embedding</source>
        <translation>타겟 임베딩 행렬을 공유</translation>
    </message>
    <message>
        <source>to record a run of it</source>
        <translation>이 모델의 실행을 기록하려면</translation>
    </message>
    <message>
        <source>token embedding times √M</source>
        <translation>토큰 임베딩 × √M</translation>
    </message>
    <message>
        <source>token ids from 0 to %1</source>
        <translation>0부터 %1까지의 토큰 번호</translation>
    </message>
    <message>
        <source>tokenizer</source>
        <translation>토크나이저</translation>
    </message>
    <message>
        <source>tokens</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>tokens are drawn one by one, not searched</source>
        <translation>토큰은 하나씩 뽑습니다. 탐색하지 않습니다</translation>
    </message>
    <message>
        <source>tokens are drawn one by one, not searched and not given</source>
        <translation>토큰은 하나씩 뽑습니다. 탐색하거나 주어진 것이 아닙니다</translation>
    </message>
    <message>
        <source>tokens are shown and typed as numbers</source>
        <translation>토큰을 번호로 표시하고 번호로 입력함</translation>
    </message>
    <message>
        <source>tokens before an end</source>
        <translation>끝 토큰 앞에 오는 토큰 수</translation>
    </message>
    <message>
        <source>trace</source>
        <translation>실행 기록</translation>
    </message>
    <message>
        <source>trace of %1 source and %1 target tokens (MB)</source>
        <translation>소스 토큰 %1개와 타겟 토큰 %1개의 실행 기록 (MB)</translation>
    </message>
    <message>
        <source>train a checkpoint from a recipe and parallel text</source>
        <translation>레시피와 병렬 텍스트로 체크포인트 학습</translation>
    </message>
    <message>
        <source>training in %1 processes</source>
        <translation>프로세스 %1개로 학습</translation>
    </message>
    <message>
        <source>training it takes %1 GB of memory, and this machine has %2 GB</source>
        <translation>학습하려면 메모리가 %1 GB 필요하고 이 컴퓨터에는 %2 GB가 있습니다</translation>
    </message>
    <message>
        <source>translate lines of text</source>
        <translation>텍스트를 줄마다 번역</translation>
    </message>
    <message>
        <source>translate this at once</source>
        <translation>이 문장을 바로 번역</translation>
    </message>
    <message>
        <source>translation</source>
        <translation>번역 결과</translation>
    </message>
    <message>
        <source>true</source>
        <translation>true</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>true 또는 false</translation>
    </message>
    <message>
        <source>two numbers from 0 to below 1</source>
        <translation>0 이상 1 미만의 수 두 개</translation>
    </message>
    <message>
        <source>two sentences could get the same name</source>
        <translation>두 문장의 이름이 같아질 수 있습니다</translation>
    </message>
    <message>
        <source>two-way focus</source>
        <translation>양방향 집중도</translation>
    </message>
    <message>
        <source>typed by the user of this model</source>
        <translation>이 모델의 사용자가 입력함</translation>
    </message>
    <message>
        <source>types</source>
        <translation>자료형</translation>
    </message>
    <message>
        <source>unknown</source>
        <translation>미등록 토큰</translation>
    </message>
    <message>
        <source>until 30 November 2021 this code cut its heads with .view() straight from [B,N,M], which mixes positions, and its softmax ran over the heads: a row of such a map is no distribution over tokens, so it cannot be drawn</source>
        <translation>2021년 11월 30일까지 이 코드는 [B,N,M]을 바로 .view()로 헤드로 나누어 위치가 섞였고 softmax를 헤드 방향으로 계산했습니다. 그런 맵의 행은 토큰에 대한 분포가 아니라서 그릴 수 없습니다</translation>
    </message>
    <message>
        <source>until none can ever score better</source>
        <translation>어떤 가설도 더 좋아질 수 없을 때까지</translation>
    </message>
    <message>
        <source>until none that goes on scores better</source>
        <translation>남은 가설의 점수가 더 좋지 않을 때까지</translation>
    </message>
    <message>
        <source>update %1</source>
        <translation>업데이트 %1</translation>
    </message>
    <message>
        <source>usage</source>
        <translation>사용법</translation>
    </message>
    <message>
        <source>validation has not improved for %1 evaluations</source>
        <translation>검증 손실이 평가 %1번 동안 나아지지 않았습니다</translation>
    </message>
    <message>
        <source>value</source>
        <translation>밸류</translation>
    </message>
    <message>
        <source>values</source>
        <translation>값의 수</translation>
    </message>
    <message>
        <source>vocabulary</source>
        <translation>어휘 사전</translation>
    </message>
    <message>
        <source>vocabulary head</source>
        <translation>출력층(Linear)</translation>
    </message>
    <message>
        <source>warnings</source>
        <translation>경고</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>어텐션 가중치</translation>
    </message>
    <message>
        <source>weights (MB)</source>
        <translation>파라미터 (MB)</translation>
    </message>
    <message>
        <source>what a norm learns</source>
        <translation>정규화가 학습하는 값</translation>
    </message>
    <message>
        <source>what cells show (weight)</source>
        <translation>칸에 보일 값 (weight)</translation>
    </message>
    <message>
        <source>what if</source>
        <translation>만약에</translation>
    </message>
    <message>
        <source>what is different in training</source>
        <translation>학습할 때의 차이</translation>
    </message>
    <message>
        <source>what length costs</source>
        <translation>길이의 비용</translation>
    </message>
    <message>
        <source>what shows it, and “seen” what is to be seen then</source>
        <translation>보여 줄 목표(goal)와, 그때 보이는 것(seen)</translation>
    </message>
    <message>
        <source>what the checkpoint does not say, as inspect lists it; repeatable</source>
        <translation>체크포인트에 없는 것, inspect가 보여 주는 이름으로; 여러 번 지정 가능</translation>
    </message>
    <message>
        <source>what the feed-forward computes</source>
        <translation>피드 포워드 신경망이 계산하는 것</translation>
    </message>
    <message>
        <source>what to do</source>
        <translation>할 일</translation>
    </message>
    <message>
        <source>what to train: a file.toml, or the name of a shipped one</source>
        <translation>학습할 것: 파일.toml 또는 Headscope에 포함된 레시피의 이름</translation>
    </message>
    <message>
        <source>what was computed of piece %1 is damaged</source>
        <translation>조각 %1의 계산 결과가 손상되었습니다</translation>
    </message>
    <message>
        <source>what was made cannot be read (%1)</source>
        <translation>만든 파일을 읽을 수 없습니다(%1)</translation>
    </message>
    <message>
        <source>what words mean, after the labels of maps (auto)</source>
        <translation>어텐션 맵의 이름 뒤에 단어 뜻 (auto)</translation>
    </message>
    <message>
        <source>where q, k and v come from</source>
        <translation>q, k, v가 나오는 곳</translation>
    </message>
    <message>
        <source>where the summary goes (standard output)</source>
        <translation>요약을 저장할 곳 (표준 스트림 stdout)</translation>
    </message>
    <message>
        <source>where to compute (auto)</source>
        <translation>계산할 장치 (auto)</translation>
    </message>
    <message>
        <source>why</source>
        <translation>이유</translation>
    </message>
    <message>
        <source>why it stopped</source>
        <translation>멈춘 이유</translation>
    </message>
    <message>
        <source>why this word</source>
        <translation>왜 이 단어인지</translation>
    </message>
    <message>
        <source>why −∞</source>
        <translation>왜 −∞인가</translation>
    </message>
    <message>
        <source>window</source>
        <translation>창</translation>
    </message>
    <message>
        <source>with its start it has %1 tokens and %2 has positions for %3</source>
        <translation>시작 토큰까지 토큰이 %1개인데 %2에는 위치가 %3개까지만 있습니다</translation>
    </message>
    <message>
        <source>with the .npz files that headscope_recorder.py wrote</source>
        <translation>headscope_recorder.py로 저장한 .npz 파일이 든 폴더</translation>
    </message>
    <message>
        <source>without values</source>
        <translation>값 없음</translation>
    </message>
    <message>
        <source>word links of each line, as 0-0 1-2 3?1: sure with -, possible with ?</source>
        <translation>줄마다의 단어 연결, 예: 0-0 1-2 3?1 (확실 -, 가능 ?)</translation>
    </message>
    <message>
        <source>workers died again and again over one piece</source>
        <translation>한 조각에서 워커가 되풀이해서 죽었습니다</translation>
    </message>
    <message>
        <source>write a handout (.pdf): tokens, masks, a page for each step, settings</source>
        <translation>유인물(.pdf) 만들기: 토큰, 마스크, 시점마다 한 쪽, 설정</translation>
    </message>
    <message>
        <source>write a lesson as a page or a handout; or look whether what lessons claim holds; without a name, list them</source>
        <translation>학습 길잡이를 페이지나 유인물로 저장하거나, 그 설명이 맞는지 확인합니다. 이름이 없으면 목록을 보여 줍니다</translation>
    </message>
    <message>
        <source>write a picture of the most changed head to this file</source>
        <translation>가장 많이 바뀐 헤드의 그림을 이 파일에 저장</translation>
    </message>
    <message>
        <source>write an interactive page (.html) that any browser opens without a network</source>
        <translation>인터넷 연결 없이 어느 브라우저에서나 열리는 인터랙티브 페이지(.html) 만들기</translation>
    </message>
    <message>
        <source>write the table to this file too</source>
        <translation>표를 이 파일에도 저장</translation>
    </message>
    <message>
        <source>write to this file instead</source>
        <translation>대신 이 파일에 쓰기</translation>
    </message>
    <message>
        <source>write what a view shows as a picture or as numbers; or every layer, head or step of it</source>
        <translation>보기를 그림이나 숫자로 저장; 모든 레이어, 헤드, 시점도 가능</translation>
    </message>
    <message>
        <source>written by</source>
        <translation>만든 프로그램</translation>
    </message>
    <message>
        <source>your answer</source>
        <translation>직접 한 답</translation>
    </message>
    <message>
        <source>× differs from the definition</source>
        <translation>× 정의와 다름</translation>
    </message>
    <message>
        <source>“%1” forced at step %2</source>
        <translation>시점 %2에 “%1” 강제</translation>
    </message>
    <message>
        <source>“%1” is no word</source>
        <translation>단어가 아닙니다: “%1”</translation>
    </message>
    <message>
        <source>“%1” is to be %2</source>
        <translation>“%1” 값은 다음이어야 합니다: %2</translation>
    </message>
    <message>
        <source>“cell” or “word”</source>
        <translation>“cell” 또는 “word”</translation>
    </message>
    <message>
        <source>√ scale</source>
        <translation>√ 눈금</translation>
    </message>
</context>
<context>
    <name>TokenStrip</name>
    <message>
        <source>%1 (changed)</source>
        <translation>%1 (바뀜)</translation>
    </message>
    <message>
        <source>%1: %2 in the current row, %3</source>
        <translation>%1: 현재 행에서 %2, %3</translation>
    </message>
    <message>
        <source>Enter keeps it, nothing takes it away, Esc leaves it as it was</source>
        <translation>Enter로 저장하고, 비워 두면 지우고, Esc로 그대로 둡니다</translation>
    </message>
    <message>
        <source>The tokens of a sentence appear here when it is translated</source>
        <translation>문장을 번역하면 토큰이 여기에 나타납니다</translation>
    </message>
    <message>
        <source>What %1 means</source>
        <translation>%1의 뜻</translation>
    </message>
    <message>
        <source>forced: not the model’s own choice</source>
        <translation>강제 지정됨: 모델의 선택이 아님</translation>
    </message>
    <message>
        <source>given: the label of step %1</source>
        <translation>주어진 토큰: 시점 %1의 정답 토큰</translation>
    </message>
    <message>
        <source>given: the label of step %1, to which the model gives probability %2</source>
        <translation>주어진 토큰: 시점 %1의 정답 토큰, 모델이 준 확률 %2</translation>
    </message>
    <message>
        <source>input of step %1</source>
        <translation>시점 %1의 디코더 입력 토큰</translation>
    </message>
    <message>
        <source>next token of step %1</source>
        <translation>시점 %1의 생성 토큰</translation>
    </message>
    <message>
        <source>next token of step %1, probability %2</source>
        <translation>시점 %1의 생성 토큰, 확률 %2</translation>
    </message>
    <message>
        <source>not translated yet</source>
        <translation>아직 번역하지 않음</translation>
    </message>
    <message>
        <source>padding: fills the source up, no row may attend to it</source>
        <translation>패딩 토큰: 소스의 빈 자리를 채우며, 어떤 행도 볼 수 없음</translation>
    </message>
    <message>
        <source>position %1</source>
        <translation>위치 %1</translation>
    </message>
    <message>
        <source>set aside</source>
        <translation>제외함</translation>
    </message>
    <message>
        <source>source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>special token</source>
        <translation>특수 토큰</translation>
    </message>
    <message>
        <source>target</source>
        <translation>타겟</translation>
    </message>
    <message>
        <source>the decoder’s first input token</source>
        <translation>첫 번째 디코더 입력 토큰</translation>
    </message>
    <message>
        <source>typed</source>
        <translation>입력 중</translation>
    </message>
    <message>
        <source>unknown word: the vocabulary has no entry for it</source>
        <translation>미등록 토큰: 어휘 사전에 없는 단어</translation>
    </message>
    <message>
        <source>vocabulary token %1, id %2</source>
        <translation>어휘 사전 항목 %1, 토큰 번호(ID) %2</translation>
    </message>
    <message>
        <source>weight %1 in the current row, layer %2, head %3</source>
        <translation>현재 행의 어텐션 가중치 %1, 레이어 %2, 헤드 %3</translation>
    </message>
    <message>
        <source>what it means</source>
        <translation>단어의 뜻</translation>
    </message>
    <message>
        <source>◆ before the change nothing stood here</source>
        <translation>◆ 바꾸기 전에는 여기에 토큰이 없었습니다</translation>
    </message>
    <message>
        <source>◆ before the change: %1</source>
        <translation>◆ 바꾸기 전: %1</translation>
    </message>
</context>
<context>
    <name>Training</name>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1시간 %2분</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1분</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1초</translation>
    </message>
    <message>
        <source>%1 sentence pairs to learn from, %2 to validate with.</source>
        <translation>학습할 문장 쌍 %1개, 검증할 문장 쌍 %2개.</translation>
    </message>
    <message>
        <source>%1 snapshots take up to %2 of disk.</source>
        <translation>스냅숏 %1개에 디스크를 최대 %2 씁니다.</translation>
    </message>
    <message>
        <source>A file…</source>
        <translation>파일…</translation>
    </message>
    <message>
        <source>A folder with train.tsv.gz and dev.tsv.gz (a sentence, a tab, its translation), or with train.de and train.en line by line.</source>
        <translation>train.tsv.gz와 dev.tsv.gz(문장, 탭, 번역) 또는 줄마다 짝이 맞는 train.de와 train.en이 있는 폴더.</translation>
    </message>
    <message>
        <source>A new run: %1 epochs with seed %2, in %3.</source>
        <translation>새 학습: %1에포크, 시드 %2, %3.</translation>
    </message>
    <message>
        <source>A training runs</source>
        <translation>학습이 진행 중입니다</translation>
    </message>
    <message>
        <source>All files (*)</source>
        <translation>모든 파일 (*)</translation>
    </message>
    <message>
        <source>An unfinished run of this recipe lies there: it goes on after update %1.</source>
        <translation>이 레시피로 하다 만 학습이 있습니다. 업데이트 %1 다음부터 이어서 합니다.</translation>
    </message>
    <message>
        <source>At most %1 parameters and %2 of memory.</source>
        <translation>파라미터 최대 %1개, 메모리 최대 %2.</translation>
    </message>
    <message>
        <source>BLEU</source>
        <translation>BLEU</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>찾아보기…</translation>
    </message>
    <message>
        <source>Choose a recipe</source>
        <translation>레시피 고르기</translation>
    </message>
    <message>
        <source>Choose the folder of a training</source>
        <translation>학습 폴더 고르기</translation>
    </message>
    <message>
        <source>Choose the folder that holds the text.</source>
        <translation>텍스트가 있는 폴더를 고르세요.</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>장치</translation>
    </message>
    <message>
        <source>Ends after this update; what has been learnt opens, and can go on later.</source>
        <translation>이번 업데이트까지만 하고 끝냅니다. 배운 것은 열어 볼 수 있고 나중에 이어서 할 수 있습니다.</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>에포크</translation>
    </message>
    <message>
        <source>Finished.</source>
        <translation>끝났습니다.</translation>
    </message>
    <message>
        <source>Finished: %1.</source>
        <translation>끝났습니다: %1.</translation>
    </message>
    <message>
        <source>Folder (*)</source>
        <translation>폴더 (*)</translation>
    </message>
    <message>
        <source>Go on</source>
        <translation>이어서 하기</translation>
    </message>
    <message>
        <source>Go on with it: what was saved last is in its folder</source>
        <translation>이어서 하세요. 마지막에 저장한 것이 폴더에 있습니다</translation>
    </message>
    <message>
        <source>How long it takes is told after its first updates.</source>
        <translation>걸리는 시간은 처음 몇 번 업데이트한 뒤에 알려 드립니다.</translation>
    </message>
    <message>
        <source>It ends with the window. Its folder opens as a checkpoint, and can go on later.</source>
        <translation>창을 닫으면 학습도 끝납니다. 폴더는 체크포인트로 열리고, 나중에 이어서 할 수 있습니다.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>손실</translation>
    </message>
    <message>
        <source>On %1, in %2: %3 parameters, %4 sentence pairs.</source>
        <translation>%1, %2: 파라미터 %3개, 문장 쌍 %4개.</translation>
    </message>
    <message>
        <source>Only watched: what another program writes here is shown as it comes.</source>
        <translation>지켜보기만 합니다. 다른 프로그램이 여기에 기록하는 대로 보여 줍니다.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>열기</translation>
    </message>
    <message>
        <source>Open it, and go through its snapshots</source>
        <translation>열어서 스냅숏을 차례로 볼 수 있습니다</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>정밀도</translation>
    </message>
    <message>
        <source>Reading the text and building the vocabulary…</source>
        <translation>텍스트를 읽고 어휘 사전을 만드는 중…</translation>
    </message>
    <message>
        <source>Reading the text: %1 lines…</source>
        <translation>텍스트 읽는 중: %1줄…</translation>
    </message>
    <message>
        <source>Reading the text…</source>
        <translation>텍스트를 읽는 중…</translation>
    </message>
    <message>
        <source>Recipe</source>
        <translation>레시피</translation>
    </message>
    <message>
        <source>Recipes (*.toml)</source>
        <translation>레시피 (*.toml)</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>결과</translation>
    </message>
    <message>
        <source>Say where the result goes.</source>
        <translation>결과를 저장할 곳을 정하세요.</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>시드</translation>
    </message>
    <message>
        <source>Snapshots</source>
        <translation>스냅숏</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>시작</translation>
    </message>
    <message>
        <source>Stop and keep</source>
        <translation>멈추고 보관</translation>
    </message>
    <message>
        <source>Stop it first, or wait</source>
        <translation>먼저 멈추거나 기다리세요</translation>
    </message>
    <message>
        <source>Stop the training and keep what it has learnt?</source>
        <translation>학습을 멈추고 배운 것을 보관할까요?</translation>
    </message>
    <message>
        <source>Stopped at epoch %1 and kept: it opens, and can go on from here.</source>
        <translation>에포크 %1에서 멈추고 보관했습니다. 열어 볼 수 있고, 여기서부터 이어서 할 수 있습니다.</translation>
    </message>
    <message>
        <source>Stopped before it began.</source>
        <translation>시작하기 전에 멈췄습니다.</translation>
    </message>
    <message>
        <source>Stopping after this update…</source>
        <translation>이번 업데이트까지 하고 멈추는 중…</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>텍스트</translation>
    </message>
    <message>
        <source>The curve begins with the first numbers, after 50 updates.</source>
        <translation>곡선은 50번 업데이트한 뒤 첫 숫자가 나오면 그려집니다.</translation>
    </message>
    <message>
        <source>The model is kept so many times while it learns, to be gone through afterwards: untrained, then ever less often.</source>
        <translation>나중에 차례로 볼 수 있도록 학습하는 동안 모델을 이만큼 보관합니다. 학습 전부터 시작해서 갈수록 드물게 보관합니다.</translation>
    </message>
    <message>
        <source>The newest snapshot, or the model, in the window; the training goes on.</source>
        <translation>가장 새로운 스냅숏이나 모델을 창에서 엽니다. 학습은 계속됩니다.</translation>
    </message>
    <message>
        <source>Time left</source>
        <translation>남은 시간</translation>
    </message>
    <message>
        <source>Tokens per second</source>
        <translation>초당 토큰</translation>
    </message>
    <message>
        <source>Train a model</source>
        <translation>모델 학습</translation>
    </message>
    <message>
        <source>Training</source>
        <translation>학습</translation>
    </message>
    <message>
        <source>Try once more</source>
        <translation>다시 해 보세요</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>업데이트</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>검증 손실</translation>
    </message>
    <message>
        <source>a training runs in this window already</source>
        <translation>이 창에서 이미 학습하고 있습니다</translation>
    </message>
    <message>
        <source>as in the recipe</source>
        <translation>레시피대로</translation>
    </message>
    <message>
        <source>epoch %1 of %2</source>
        <translation>에포크 %1/%2</translation>
    </message>
    <message>
        <source>the engine that looks at the text has ended</source>
        <translation>텍스트를 살펴보던 엔진이 끝났습니다</translation>
    </message>
    <message>
        <source>the fastest here</source>
        <translation>여기서 가장 빠른 것</translation>
    </message>
    <message>
        <source>the training ended unexpectedly: it was ended from outside, or memory ran out</source>
        <translation>학습이 갑자기 끝났습니다. 밖에서 끝냈거나 메모리가 모자랐습니다</translation>
    </message>
    <message>
        <source>the training is finished: %1; validation loss %2</source>
        <translation>학습이 끝났습니다: %1, 검증 손실 %2</translation>
    </message>
    <message>
        <source>training</source>
        <translation>학습</translation>
    </message>
</context>
<context>
    <name>TrainingAnswer</name>
    <message>
        <source>%1 steps, %1 passes of the decoder.</source>
        <translation>시점 %1개, 디코더 계산 %1번.</translation>
    </message>
    <message>
        <source>Here the decoder reads its own tokens, one step after the other:</source>
        <translation>여기서는 디코더가 스스로 생성한 토큰을 한 시점씩 읽습니다:</translation>
    </message>
    <message>
        <source>In the paper it grows evenly for %1 updates and falls after them (5.3); with d_model = %2 to at most %3. Early steps with a large rate would unsettle a network whose norms come after the sums.</source>
        <translation>논문에서는 처음 업데이트 %1번 동안 일정하게 커졌다가 그 뒤로 작아집니다(5.3). d_model = %2이면 최댓값은 %3입니다. 합 뒤에 층 정규화가 있는 모델은 초반 학습률이 크면 학습이 흔들립니다.</translation>
    </message>
    <message>
        <source>In training dropout sets random numbers to 0, in every sub-layer and in the sums of the embeddings (5.4), and scales up the rest. Here there is none: the same sentence gives the same numbers.</source>
        <translation>학습할 때는 드롭아웃이 서브 레이어와 임베딩의 합에서 무작위로 고른 수를 0으로 만들고 나머지를 키웁니다(5.4). 여기에는 없으므로 같은 문장은 같은 숫자를 냅니다.</translation>
    </message>
    <message>
        <source>In training it reads the right translation, whatever it would have produced (teacher forcing): all rows in one pass, and the look-ahead mask keeps each from seeing its own label.</source>
        <translation>학습할 때는 무엇을 생성했을지와 상관없이 정답 번역을 읽습니다(티처 포싱). 모든 행을 한 번에 계산하며, 룩어헤드 마스크가 각 행이 자기 정답을 보지 못하게 합니다.</translation>
    </message>
    <message>
        <source>Inference takes a token and computes no loss. If these tokens were the label:</source>
        <translation>추론에서는 토큰을 고를 뿐 손실을 계산하지 않습니다. 이 토큰들이 정답이라면:</translation>
    </message>
    <message>
        <source>See it here</source>
        <translation>여기에서 보기</translation>
    </message>
    <message>
        <source>The given target is the label, as in training:</source>
        <translation>학습할 때처럼 주어진 타겟이 정답입니다:</translation>
    </message>
    <message>
        <source>The learning rate</source>
        <translation>학습률</translation>
    </message>
    <message>
        <source>The loss</source>
        <translation>손실</translation>
    </message>
    <message>
        <source>The weights of the network change after each batch in training, and never here.</source>
        <translation>학습할 때는 배치마다 모델의 파라미터가 바뀌지만, 여기서는 바뀌지 않습니다.</translation>
    </message>
    <message>
        <source>This run decoded step by step: each step read what the steps before had produced, right or wrong.</source>
        <translation>이 실행은 한 시점씩 디코딩했습니다. 각 시점은 맞든 틀리든 앞선 시점들이 생성한 것을 읽었습니다.</translation>
    </message>
    <message>
        <source>This run had its target given and read all of it in one pass, as in training.</source>
        <translation>이 실행은 학습할 때처럼 주어진 타겟 전체를 한 번에 읽었습니다.</translation>
    </message>
    <message>
        <source>Training smoothed its labels with ε = %1 (5.4): a share of ε of the loss asks for all other tokens, so that no p reaches 1.</source>
        <translation>학습할 때 레이블 스무딩(ε = %1)을 했습니다(5.4). 손실 중 ε만큼은 다른 모든 토큰을 요구하므로 p가 1이 되지 않습니다.</translation>
    </message>
    <message>
        <source>What is random, and what changes</source>
        <translation>무작위인 것과 바뀌는 것</translation>
    </message>
    <message>
        <source>What the decoder reads</source>
        <translation>디코더가 읽는 것</translation>
    </message>
    <message>
        <source>learning rate × 1,000, by update</source>
        <translation>업데이트별 학습률 × 1,000</translation>
    </message>
    <message>
        <source>loss = %1 · (−ln p) + %2 · mean of −ln p over the vocabulary</source>
        <translation>손실 = %1 · (−ln p) + %2 · (어휘 사전 전체의 −ln p 평균)</translation>
    </message>
    <message>
        <source>mean of −ln p over %1 tokens = %2 nats; perplexity e^%2 = %3</source>
        <translation>토큰 %1개의 −ln p 평균 = %2 nats, 퍼플렉시티 e^%2 = %3</translation>
    </message>
    <message>
        <source>rate = 1/√d_model · min(1/√update, update / warm-up^1.5)</source>
        <translation>학습률 = 1/√d_model · min(1/√(업데이트 수), 업데이트 수 / 워밍업^1.5)</translation>
    </message>
    <message>
        <source>“Teacher forcing” among the views shows one pass over a translation of your own.</source>
        <translation>보기 중 “티처 포싱”에서 직접 쓴 번역을 한 번에 읽은 결과를 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>−ln p of each token</source>
        <translation>토큰마다의 −ln p</translation>
    </message>
</context>
<context>
    <name>Translations</name>
    <message>
        <source>en</source>
        <translation>ko</translation>
    </message>
</context>
<context>
    <name>UnknownHelp</name>
    <message>
        <source>%1 given target tokens are unknown</source>
        <translation>주어진 타겟 토큰 %1개가 미등록</translation>
    </message>
    <message>
        <source>%1 is not among the %2 words of the vocabulary</source>
        <translation>어휘 사전의 단어 %2개에 없음: %1</translation>
    </message>
    <message>
        <source>%1 is not in the vocabulary</source>
        <translation>어휘 사전에 없음: %1</translation>
    </message>
    <message>
        <source>%1 unknown words</source>
        <translation>모르는 단어 %1개</translation>
    </message>
    <message>
        <source>%1 words are not in the vocabulary: %2</source>
        <translation>단어 %1개가 어휘 사전에 없음: %2</translation>
    </message>
    <message>
        <source>%1; most weight of layer %2, head %3: %4 (%5)</source>
        <translation>%1, 레이어 %2 헤드 %3의 가장 큰 어텐션 가중치: %4 (%5)</translation>
    </message>
    <message>
        <source>1 given target token is unknown</source>
        <translation>주어진 타겟 토큰 1개가 미등록</translation>
    </message>
    <message>
        <source>1 unknown word</source>
        <translation>모르는 단어 1개</translation>
    </message>
    <message>
        <source>1 word is not in the vocabulary: %1</source>
        <translation>단어 1개가 어휘 사전에 없음: %1</translation>
    </message>
    <message>
        <source>Edit the sentence</source>
        <translation>문장 편집</translation>
    </message>
    <message>
        <source>In the vocabulary in another case: upper and lower case count</source>
        <translation>대소문자만 다른 단어가 있습니다: 대소문자를 구별합니다</translation>
    </message>
    <message>
        <source>No piece among the %1 of the vocabulary covers %2</source>
        <translation>어휘 사전의 조각 %1개 중 맞는 것이 없음: %2</translation>
    </message>
    <message>
        <source>No similar word either; try a more common one</source>
        <translation>철자가 비슷한 단어도 없습니다. 더 흔한 단어를 써 보세요</translation>
    </message>
    <message>
        <source>Not covered by the vocabulary: %1</source>
        <translation>어휘 사전에 없는 글자: %1</translation>
    </message>
    <message>
        <source>Replace by %1</source>
        <translation>바꾸기: %1</translation>
    </message>
    <message>
        <source>Similar words in the vocabulary</source>
        <translation>철자가 비슷한 단어가 있습니다</translation>
    </message>
    <message>
        <source>Try another spelling, or letters that the model was trained on</source>
        <translation>다른 표기나 모델이 학습한 글자를 사용해 보세요</translation>
    </message>
    <message>
        <source>step %1: next token %2</source>
        <translation>시점 %1에서 %2 생성</translation>
    </message>
    <message>
        <source>unknown token</source>
        <translation>모르는 토큰</translation>
    </message>
</context>
<context>
    <name>Values</name>
    <message>
        <source>December 2021 to December 2022</source>
        <translation>2021년 12월 – 2022년 12월</translation>
    </message>
    <message>
        <source>December 2022 to June 2023</source>
        <translation>2022년 12월 – 2023년 6월</translation>
    </message>
    <message>
        <source>a mask of one batch, not used</source>
        <translation>한 번 실행한 문장들의 마스크, 사용하지 않음</translation>
    </message>
    <message>
        <source>a mask that blocks nothing, as here</source>
        <translation>아무것도 가리지 않는 마스크, 여기와 같음</translation>
    </message>
    <message>
        <source>a norm for each sub-layer</source>
        <translation>서브 레이어마다 층 정규화</translation>
    </message>
    <message>
        <source>alternating</source>
        <translation>번갈아</translation>
    </message>
    <message>
        <source>always 0</source>
        <translation>항상 0</translation>
    </message>
    <message>
        <source>as in training</source>
        <translation>학습할 때처럼</translation>
    </message>
    <message>
        <source>from 0</source>
        <translation>0부터</translation>
    </message>
    <message>
        <source>from 1</source>
        <translation>1부터</translation>
    </message>
    <message>
        <source>keys</source>
        <translation>키(열)</translation>
    </message>
    <message>
        <source>no</source>
        <translation>아니요</translation>
    </message>
    <message>
        <source>none</source>
        <translation>없음</translation>
    </message>
    <message>
        <source>one norm for a whole layer, until April 2020</source>
        <translation>레이어 전체에 층 정규화 하나, 2020년 4월까지</translation>
    </message>
    <message>
        <source>positions from 0, as here</source>
        <translation>0부터 세는 위치, 여기와 같음</translation>
    </message>
    <message>
        <source>queries</source>
        <translation>쿼리(행)</translation>
    </message>
    <message>
        <source>since June 2023</source>
        <translation>2023년 6월 이후</translation>
    </message>
    <message>
        <source>sines first</source>
        <translation>사인 먼저</translation>
    </message>
    <message>
        <source>sines first, residual twice</source>
        <translation>사인 먼저, 잔차 연결 두 번</translation>
    </message>
    <message>
        <source>source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>source and target</source>
        <translation>소스와 타겟</translation>
    </message>
    <message>
        <source>the look-ahead mask, as here</source>
        <translation>룩어헤드 마스크, 여기와 같음</translation>
    </message>
    <message>
        <source>tutorial</source>
        <translation>튜토리얼대로</translation>
    </message>
    <message>
        <source>until November 2021</source>
        <translation>2021년 11월까지</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>예</translation>
    </message>
    <message>
        <source>√embed_size = %1, here within the queries</source>
        <translation>√embed_size = %1, 여기서는 쿼리에 들어 있습니다</translation>
    </message>
</context>
<context>
    <name>View</name>
    <message>
        <source>Click or Enter: it becomes the run on screen, in every view; undo returns</source>
        <translation>클릭이나 Enter: 모든 보기에서 화면의 실행이 됩니다. 되돌리기로 돌아옵니다</translation>
    </message>
    <message>
        <source>Click: to this step of the run on screen</source>
        <translation>클릭: 화면의 실행에서 이 시점으로</translation>
    </message>
    <message>
        <source>It is the loss that training made small.</source>
        <translation>학습이 줄인 손실이 바로 이것입니다.</translation>
    </message>
    <message>
        <source>Layer %1, head %2</source>
        <translation>레이어 %1, 헤드 %2</translation>
    </message>
    <message>
        <source>The decoder gets the input and is asked for the label. p(label) is its softmax probability; the loss −ln p(label) is its cross entropy in nats, without label smoothing.</source>
        <translation>디코더 입력 토큰을 주고 정답 토큰을 묻습니다. p(정답)은 softmax 확률이고, 손실 −ln p(정답)은 레이블 스무딩(label smoothing)을 뺀 크로스 엔트로피(nat)입니다.</translation>
    </message>
    <message>
        <source>Training made a smoothed one small: the label counted 1 − ε, and ε = %1 was shared among all tokens (paper, 5.4), so that about ε of the probability stays with others.</source>
        <translation>학습은 스무딩한 손실을 줄였습니다(ε = %1, 논문 5.4절): 정답을 1 − ε으로 세고 ε을 모든 토큰에 나누었으므로 확률의 약 ε은 다른 토큰에 남습니다.</translation>
    </message>
    <message>
        <source>Training makes this loss small, or a smoothed one, which shares a part ε of each label among all tokens (paper, 5.4).</source>
        <translation>학습은 이 손실을 줄이거나, 정답의 일부 ε을 모든 토큰에 나누어 스무딩한 손실을 줄입니다(논문 5.4절).</translation>
    </message>
    <message>
        <source>key: %1</source>
        <translation>키: %1</translation>
    </message>
    <message>
        <source>query: %1</source>
        <translation>쿼리: %1</translation>
    </message>
    <message>
        <source>set aside</source>
        <translation>제외함</translation>
    </message>
    <message>
        <source>weight: %1</source>
        <translation>어텐션 가중치: %1</translation>
    </message>
</context>
<context>
    <name>WeightTable</name>
    <message>
        <source>Difference: this run − pinned</source>
        <translation>차이: 이 실행 − 고정한 실행</translation>
    </message>
    <message>
        <source>Weights of the pinned run</source>
        <translation>고정한 실행의 어텐션 가중치</translation>
    </message>
    <message>
        <source>Weights of this run</source>
        <translation>이 실행의 어텐션 가중치</translation>
    </message>
    <message>
        <source>column %1</source>
        <translation>%1열</translation>
    </message>
    <message>
        <source>padding mask</source>
        <translation>패딩 마스크</translation>
    </message>
    <message>
        <source>row %1</source>
        <translation>%1행</translation>
    </message>
    <message>
        <source>row {row}, {query}; column {column}, {key}: {number}</source>
        <translation>{row}행 {query}, {column}열 {key}: {number}</translation>
    </message>
    <message>
        <source>{less}; pinned {one}, this run {two}</source>
        <translation>{less}; 고정한 실행 {one}, 이 실행 {two}</translation>
    </message>
</context>
<context>
    <name>WhatIf</name>
    <message>
        <source>A token with another one’s position</source>
        <translation>토큰에 다른 토큰의 위치 주기</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>추가</translation>
    </message>
    <message>
        <source>Add a change: the sentence runs again with it, and both runs are compared.</source>
        <translation>변경을 추가하면 문장을 다시 실행하고 두 실행을 비교합니다.</translation>
    </message>
    <message>
        <source>Another source token</source>
        <translation>다른 소스 토큰</translation>
    </message>
    <message>
        <source>Another token forced at this step</source>
        <translation>이 시점에 다른 토큰 강제 지정</translation>
    </message>
    <message>
        <source>Before: %1
After: %2</source>
        <translation>전: %1
후: %2</translation>
    </message>
    <message>
        <source>Both runs side by side, with their difference.</source>
        <translation>두 실행을 차이와 함께 나란히 보여 줍니다.</translation>
    </message>
    <message>
        <source>Close What if; the changes stay</source>
        <translation>만약에 닫기; 변경은 그대로입니다</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>Compare with before</source>
        <translation>바꾸기 전과 비교</translation>
    </message>
    <message>
        <source>Dropout on, as in training</source>
        <translation>학습할 때처럼 드롭아웃 켜기</translation>
    </message>
    <message>
        <source>Each row is computed after the words of the run before the change, so that rows and probabilities can be compared.</source>
        <translation>각 행을 변경 전 실행의 단어 뒤에서 계산하므로 행과 확률을 비교할 수 있습니다.</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>고치기</translation>
    </message>
    <message>
        <source>Edit: %1</source>
        <translation>고치기: %1</translation>
    </message>
    <message>
        <source>Here a click on a cell of the mask flips it; another click takes it back.</source>
        <translation>여기서는 마스크의 칸을 클릭하면 뒤집히고, 다시 클릭하면 되돌아갑니다.</translation>
    </message>
    <message>
        <source>Here a click on a head switches it off; another click puts it back.</source>
        <translation>여기서는 헤드를 클릭하면 꺼지고, 다시 클릭하면 켜집니다.</translation>
    </message>
    <message>
        <source>In Masks a click flips a cell; in All layers it switches a head off.</source>
        <translation>“마스크”에서는 클릭으로 칸을 뒤집고, “전체 레이어”에서는 클릭으로 헤드를 끕니다.</translation>
    </message>
    <message>
        <source>Keep the original words</source>
        <translation>원래 단어 유지</translation>
    </message>
    <message>
        <source>Look-ahead mask off</source>
        <translation>룩어헤드 마스크 끄기</translation>
    </message>
    <message>
        <source>On: the run on screen was computed with this change.</source>
        <translation>켜짐: 화면의 실행은 이 변경을 적용해 계산했습니다.</translation>
    </message>
    <message>
        <source>One cell of the mask flipped</source>
        <translation>마스크 칸 하나 뒤집기</translation>
    </message>
    <message>
        <source>Padding mask off</source>
        <translation>패딩 마스크 끄기</translation>
    </message>
    <message>
        <source>Positions off</source>
        <translation>위치 끄기</translation>
    </message>
    <message>
        <source>Probability of the original words</source>
        <translation>원래 단어의 확률</translation>
    </message>
    <message>
        <source>Remove all</source>
        <translation>모두 제거</translation>
    </message>
    <message>
        <source>Remove: %1</source>
        <translation>제거: %1</translation>
    </message>
    <message>
        <source>Scores divided by a temperature</source>
        <translation>어텐션 스코어를 온도로 나누기</translation>
    </message>
    <message>
        <source>Scores without √d_k</source>
        <translation>√d_k로 나누지 않은 어텐션 스코어</translation>
    </message>
    <message>
        <source>The translation stays as it was.</source>
        <translation>번역은 그대로입니다.</translation>
    </message>
    <message>
        <source>This head made even: equal weights</source>
        <translation>이 헤드 고르게: 같은 어텐션 가중치</translation>
    </message>
    <message>
        <source>This head off: result set to 0</source>
        <translation>이 헤드 끄기: 결과를 0으로</translation>
    </message>
    <message>
        <source>This row moved to one key</source>
        <translation>이 행을 키 하나로 옮기기</translation>
    </message>
    <message>
        <source>This source token and the next swapped</source>
        <translation>이 소스 토큰과 다음 토큰 자리 바꾸기</translation>
    </message>
    <message>
        <source>This source token left out</source>
        <translation>이 소스 토큰 빼기</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>되돌리기</translation>
    </message>
    <message>
        <source>Weight on padding: %1 in a row of this head on average</source>
        <translation>패딩에 준 어텐션 가중치: 이 헤드의 행 평균 %1</translation>
    </message>
    <message>
        <source>Weight on padding: %1 in this row, %2 in a row of this head on average</source>
        <translation>패딩에 준 어텐션 가중치: 이 행 %1, 이 헤드의 행 평균 %2</translation>
    </message>
    <message>
        <source>Weight on the future: %1 in this row, %2 in a row of this head on average</source>
        <translation>미래에 준 어텐션 가중치: 이 행 %1, 이 헤드의 행 평균 %2</translation>
    </message>
    <message>
        <source>What if …</source>
        <translation>만약에 …</translation>
    </message>
    <message>
        <source>While generating, “off” means: every step runs the whole prefix again, and earlier rows see all of it. Maps show each row as it was when it was the newest, with no later token to see; a bar at its label marks one that the selected step computed otherwise. Give the target as a whole (teacher forcing) to see the decoder look ahead.</source>
        <translation>생성 중 ‘끔’의 뜻: 시점마다 앞부분 전체를 다시 실행하고 앞선 행도 그 전체에 어텐션을 줍니다. 맵에는 각 행이 가장 새 행이던 때의 값이 남아 있어서 뒤 토큰을 본 값은 없습니다. 라벨 옆의 막대는 선택한 시점에서 다시 계산해 달라진 행을 나타냅니다. 디코더가 미리 보는 것을 보려면 타겟을 통째로 주세요(티처 포싱).</translation>
    </message>
    <message>
        <source>attention</source>
        <translation>어텐션</translation>
    </message>
    <message>
        <source>dropout rate</source>
        <translation>드롭아웃 비율</translation>
    </message>
    <message>
        <source>equal weights</source>
        <translation>같은 어텐션 가중치</translation>
    </message>
    <message>
        <source>head</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>instead</source>
        <translation>대신</translation>
    </message>
    <message>
        <source>key position</source>
        <translation>키 위치</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>레이어</translation>
    </message>
    <message>
        <source>look-ahead</source>
        <translation>룩어헤드</translation>
    </message>
    <message>
        <source>mask</source>
        <translation>마스크</translation>
    </message>
    <message>
        <source>p after</source>
        <translation>변경 후 p</translation>
    </message>
    <message>
        <source>p before</source>
        <translation>변경 전 p</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>패딩</translation>
    </message>
    <message>
        <source>position</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>query position</source>
        <translation>쿼리 위치</translation>
    </message>
    <message>
        <source>result set to 0</source>
        <translation>결과를 0으로</translation>
    </message>
    <message>
        <source>seed</source>
        <translation>시드</translation>
    </message>
    <message>
        <source>side</source>
        <translation>쪽</translation>
    </message>
    <message>
        <source>source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>step</source>
        <translation>시점</translation>
    </message>
    <message>
        <source>target</source>
        <translation>타겟</translation>
    </message>
    <message>
        <source>temperature</source>
        <translation>온도</translation>
    </message>
    <message>
        <source>to position</source>
        <translation>옮길 위치</translation>
    </message>
    <message>
        <source>vector of position</source>
        <translation>가져올 위치</translation>
    </message>
    <message>
        <source>word</source>
        <translation>단어</translation>
    </message>
</context>
<context>
    <name>Work</name>
    <message>
        <source>%1 Then: “%2”</source>
        <translation>%1 다음: “%2”</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1분</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1초</translation>
    </message>
    <message>
        <source>%1: about %2 left</source>
        <translation>%1: 약 %2 남음</translation>
    </message>
    <message>
        <source>Comparing answers…</source>
        <translation>답변을 비교하는 중…</translation>
    </message>
    <message>
        <source>It is started again and begins once more with what it was asked for</source>
        <translation>다시 시작해서 요청받은 일을 처음부터 다시 합니다</translation>
    </message>
    <message>
        <source>It was started again and nothing is lost; translate again if you like</source>
        <translation>다시 시작했고 잃은 것은 없습니다. 필요하면 다시 번역하세요</translation>
    </message>
    <message>
        <source>It was started again without it; open another checkpoint</source>
        <translation>이 파일 없이 엔진을 다시 시작했습니다. 다른 체크포인트를 여세요</translation>
    </message>
    <message>
        <source>Open a checkpoint</source>
        <translation>체크포인트를 여세요</translation>
    </message>
    <message>
        <source>Open a checkpoint to try once more, or install Headscope again</source>
        <translation>체크포인트를 열어 다시 시도하거나 Headscope를 다시 설치하세요</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 여는 중…</translation>
    </message>
    <message>
        <source>Starting the engine…</source>
        <translation>엔진을 시작하는 중…</translation>
    </message>
    <message>
        <source>This is the third time in a row, so it was not started again by itself</source>
        <translation>연달아 세 번째라서 자동으로 다시 시작하지 않았습니다</translation>
    </message>
    <message>
        <source>Translating: step %1</source>
        <translation>번역하는 중: 시점 %1</translation>
    </message>
    <message>
        <source>Translating: step %1, about %2 left</source>
        <translation>번역하는 중: 시점 %1, 약 %2 남음</translation>
    </message>
    <message>
        <source>Translating: step %1, at most %2 left</source>
        <translation>번역하는 중: 시점 %1, 최대 %2 남음</translation>
    </message>
    <message>
        <source>Translating…</source>
        <translation>번역하는 중…</translation>
    </message>
    <message>
        <source>engine</source>
        <translation>엔진</translation>
    </message>
    <message>
        <source>no checkpoint is open</source>
        <translation>열린 체크포인트가 없습니다</translation>
    </message>
    <message>
        <source>shows recorded runs only</source>
        <translation>저장된 실행만 표시</translation>
    </message>
    <message>
        <source>the engine ended while it opened this</source>
        <translation>이 파일을 여는 동안 엔진이 끝났습니다</translation>
    </message>
    <message>
        <source>translation</source>
        <translation>번역</translation>
    </message>
</context>
<context>
    <name>ZoomButtons</name>
    <message>
        <source>Fit</source>
        <translation>전체</translation>
    </message>
    <message>
        <source>Show the whole map (0)</source>
        <translation>맵 전체 보기 (0)</translation>
    </message>
    <message>
        <source>Zoom into the map (+)</source>
        <translation>맵 확대 (+)</translation>
    </message>
    <message>
        <source>Zoom out of the map (−)</source>
        <translation>맵 축소 (−)</translation>
    </message>
</context>
<context>
    <name>pictures</name>
    <message>
        <source>0 or a double click shows all</source>
        <translation>0 키 또는 더블 클릭: 전체 보기</translation>
    </message>
    <message>
        <source>0 … %1, even</source>
        <translation>0 … %1, 균등</translation>
    </message>
    <message>
        <source>0, exactly</source>
        <translation>정확히 0</translation>
    </message>
    <message>
        <source>1 change</source>
        <translation>변경 1개</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>전체 레이어</translation>
    </message>
    <message>
        <source>Back to the scale that all maps share</source>
        <translation>모든 맵에 공통인 눈금으로 돌아가기</translation>
    </message>
    <message>
        <source>Beam tree</source>
        <translation>빔 트리</translation>
    </message>
    <message>
        <source>Both runs are compared when this one is complete.</source>
        <translation>이 실행이 끝나면 두 실행을 비교합니다.</translation>
    </message>
    <message>
        <source>Checked: rows 1…{rows} stay as they are with all {length} tokens there; largest difference {largest}.</source>
        <translation>확인함: 토큰 {length}개가 모두 있어도 1…{rows}행은 그대로입니다. 가장 큰 차이 {largest}.</translation>
    </message>
    <message>
        <source>Columns that the target’s own padding hides: {columns}.</source>
        <translation>타겟 자체의 패딩이 가리는 열: {columns}개.</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>비교</translation>
    </message>
    <message>
        <source>Cross attention</source>
        <translation>인코더-디코더 어텐션 (크로스 어텐션)</translation>
    </message>
    <message>
        <source>Cross-attention</source>
        <translation>크로스 어텐션</translation>
    </message>
    <message>
        <source>Decoded step by step, later tokens have no scores yet: “All rows in one pass” shows what a row would see without the mask.</source>
        <translation>한 시점씩 디코딩하면 나중 토큰의 스코어가 아직 없습니다. “모든 행을 한 번에”를 누르면 마스크가 없을 때 각 행이 무엇을 보게 될지 나옵니다.</translation>
    </message>
    <message>
        <source>Decoded step by step: while a row is computed, later tokens do not exist yet.</source>
        <translation>한 시점씩 디코딩했습니다. 한 행을 계산할 때 나중 토큰은 아직 없습니다.</translation>
    </message>
    <message>
        <source>Decoder self-attention (masked)</source>
        <translation>디코더 셀프 어텐션 (마스크드)</translation>
    </message>
    <message>
        <source>Difference</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>Each token’s vector, plus one for its position: x = {formula} (§3.4, §3.5).</source>
        <translation>각 토큰의 벡터에 위치의 벡터를 더합니다: x = {formula} (§3.4, §3.5).</translation>
    </message>
    <message>
        <source>Each token’s vector: x = {formula} (§3.4); positions change the scores instead.</source>
        <translation>각 토큰의 벡터입니다: x = {formula} (§3.4). 위치는 벡터에 더하지 않고 스코어를 바꿉니다.</translation>
    </message>
    <message>
        <source>Embedding</source>
        <translation>임베딩</translation>
    </message>
    <message>
        <source>Embeddings</source>
        <translation>임베딩</translation>
    </message>
    <message>
        <source>Embeddings &amp; layers</source>
        <translation>임베딩과 레이어</translation>
    </message>
    <message>
        <source>Encoder self-attention</source>
        <translation>인코더 셀프 어텐션</translation>
    </message>
    <message>
        <source>Every sub-layer adds to what a position carries: {formula} (§3.1).</source>
        <translation>서브 레이어마다 위치가 지닌 벡터에 더합니다: {formula} (§3.1).</translation>
    </message>
    <message>
        <source>Feed-forward</source>
        <translation>피드 포워드</translation>
    </message>
    <message>
        <source>Final {norm}</source>
        <translation>마지막 {norm}</translation>
    </message>
    <message>
        <source>Flipped by hand: the row “{query}” may attend to “{key}”.</source>
        <translation>직접 뒤집음: “{query}” 행이 “{key}” 열을 볼 수 있게 했습니다.</translation>
    </message>
    <message>
        <source>Flipped by hand: the row “{query}” may not attend to “{key}”.</source>
        <translation>직접 뒤집음: “{query}” 행에서 “{key}” 열을 가렸습니다.</translation>
    </message>
    <message>
        <source>Full colour at this map’s own maximum, %1</source>
        <translation>이 맵의 최댓값 %1에서 가장 진한 색</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>Head split</source>
        <translation>헤드 나누기</translation>
    </message>
    <message>
        <source>Head {number}</source>
        <translation>헤드 {number}</translation>
    </message>
    <message>
        <source>Heads by mean change of a weight</source>
        <translation>어텐션 가중치의 평균 변화가 큰 순서의 헤드</translation>
    </message>
    <message>
        <source>Heads by mean change of a weight; a click goes to the cell of the largest change</source>
        <translation>어텐션 가중치의 평균 변화가 큰 순서의 헤드. 누르면 가장 크게 바뀐 칸으로 갑니다</translation>
    </message>
    <message>
        <source>How M dimensions split into H heads and are joined again by W_O (§3.2.2).</source>
        <translation>M차원을 H개의 헤드로 나누고 W_O로 다시 합치는 과정입니다 (§3.2.2).</translation>
    </message>
    <message>
        <source>How the model tells positions apart: its own table, and each dimension’s curve (§3.5).</source>
        <translation>모델이 위치를 구별하는 방법: 모델 자신의 행렬과 차원별 곡선입니다 (§3.5).</translation>
    </message>
    <message>
        <source>In one pass all tokens are there: the mask hides {cells} cells.</source>
        <translation>한 번에 계산할 때는 모든 토큰이 있으므로 마스크가 {cells}칸을 가립니다.</translation>
    </message>
    <message>
        <source>Its mask leaks: up to {weight} of a row’s weight goes to later tokens.</source>
        <translation>마스크가 샙니다: 한 행의 어텐션 가중치 중 최대 {weight}만큼 뒤 토큰에 주어집니다.</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>레이어</translation>
    </message>
    <message>
        <source>Layer {number}</source>
        <translation>레이어 {number}</translation>
    </message>
    <message>
        <source>LayerNorm</source>
        <translation>층 정규화</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>연결선</translation>
    </message>
    <message>
        <source>Logit lens</source>
        <translation>레이어별 예측(로짓 렌즈)</translation>
    </message>
    <message>
        <source>Look-ahead mask</source>
        <translation>룩어헤드 마스크</translation>
    </message>
    <message>
        <source>Mask of this block</source>
        <translation>이 블록의 마스크</translation>
    </message>
    <message>
        <source>Masks</source>
        <translation>마스크</translation>
    </message>
    <message>
        <source>No &lt;pad&gt; here, so the padding mask hides nothing.</source>
        <translation>여기에는 &lt;pad&gt;가 없어 패딩 마스크가 가리는 것이 없습니다.</translation>
    </message>
    <message>
        <source>No &lt;pad&gt; here, so the padding mask hides nothing. Add 4 &lt;pad&gt;, or a shorter sentence.</source>
        <translation>여기에는 &lt;pad&gt;가 없어 패딩 마스크가 가리는 것이 없습니다. &lt;pad&gt; 4개를 추가하거나 더 짧은 문장을 넣어 보세요.</translation>
    </message>
    <message>
        <source>No &lt;pad&gt; in the target, so the padding mask hides nothing here.</source>
        <translation>타겟에는 &lt;pad&gt;가 없어 패딩 마스크가 가리는 것이 없습니다.</translation>
    </message>
    <message>
        <source>No &lt;pad&gt; in the target; the {count} of the source are hidden in Encoder and Cross.</source>
        <translation>타겟에는 &lt;pad&gt;가 없습니다. 소스의 &lt;pad&gt; {count}개는 인코더와 크로스에서 가려집니다.</translation>
    </message>
    <message>
        <source>No weight of any head differs by 0.0001 or more.</source>
        <translation>어느 헤드에서도 어텐션 가중치가 0.0001 이상 다르지 않습니다.</translation>
    </message>
    <message>
        <source>Not measured yet for this run: “Measure” runs the sentence once more and applies the vocabulary head after every decoder layer.</source>
        <translation>이 실행에서는 아직 측정하지 않았습니다. “측정”을 누르면 문장을 한 번 더 실행하면서 디코더 레이어마다 출력층(Linear)을 적용합니다.</translation>
    </message>
    <message>
        <source>One head</source>
        <translation>헤드 하나</translation>
    </message>
    <message>
        <source>One layer</source>
        <translation>레이어 하나</translation>
    </message>
    <message>
        <source>Only this run has this layer and head. Choose one that both have.</source>
        <translation>이 레이어와 헤드는 이 실행에만 있습니다. 둘 다 가진 것을 고르세요.</translation>
    </message>
    <message>
        <source>Padding mask</source>
        <translation>패딩 마스크</translation>
    </message>
    <message>
        <source>Pin this run (P), then translate another sentence, change something under What if or open another checkpoint: both runs are shown side by side here.</source>
        <translation>이 실행을 고정하고(P) 다른 문장을 번역하거나, 만약에에서 무언가를 바꾸거나, 다른 체크포인트를 여세요. 두 실행을 여기에 나란히 보여 줍니다.</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>고정함</translation>
    </message>
    <message>
        <source>Point at a cell: score → mask → weight</source>
        <translation>칸을 가리키면 세 값이 보입니다</translation>
    </message>
    <message>
        <source>Position</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>Positional embedding</source>
        <translation>포지셔널 임베딩</translation>
    </message>
    <message>
        <source>Positional encoding</source>
        <translation>포지셔널 인코딩</translation>
    </message>
    <message>
        <source>Positions</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>Residual stream</source>
        <translation>잔차 스트림</translation>
    </message>
    <message>
        <source>Scores before</source>
        <translation>마스크 전 스코어</translation>
    </message>
    <message>
        <source>Scores belong to one head and its own tokens. Show the run as recorded to see them.</source>
        <translation>스코어는 헤드 하나와 그 토큰에 대한 값입니다. 기록된 그대로 표시하면 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>Self-attention</source>
        <translation>셀프 어텐션</translation>
    </message>
    <message>
        <source>Square-root scale: small numbers get more of the colours</source>
        <translation>제곱근 눈금: 작은 값에 색을 더 많이 씀</translation>
    </message>
    <message>
        <source>Step {step} (“{token}”): no later token is hidden.</source>
        <translation>시점 {step}(“{token}”): 가려진 나중 토큰이 없습니다.</translation>
    </message>
    <message>
        <source>Sum</source>
        <translation>합</translation>
    </message>
    <message>
        <source>Target mask</source>
        <translation>타겟 마스크</translation>
    </message>
    <message>
        <source>Teacher forcing</source>
        <translation>티처 포싱</translation>
    </message>
    <message>
        <source>Teacher forcing needs the probability of every token, and this run holds none</source>
        <translation>티처 포싱에는 모든 토큰의 확률이 필요한데, 이 실행 기록에는 없습니다</translation>
    </message>
    <message>
        <source>The next token if the vocabulary head were applied after an earlier layer already.</source>
        <translation>출력층(Linear)을 앞선 레이어 뒤에 미리 적용했을 때의 다음 토큰입니다.</translation>
    </message>
    <message>
        <source>The padding mask hides every &lt;pad&gt; column, and rows of &lt;pad&gt; too: {cells} cells of {all}.</source>
        <translation>패딩 마스크가 모든 &lt;pad&gt; 열과 &lt;pad&gt; 행을 가립니다: {all}칸 중 {cells}칸.</translation>
    </message>
    <message>
        <source>The padding mask hides {columns} columns of &lt;pad&gt; in each of {rows} rows: {cells} cells of {all}; the other weights of a row still sum to 1.</source>
        <translation>패딩 마스크가 {rows}개 행마다 &lt;pad&gt; 열 {columns}개를 가립니다. 모두 {all}칸 중 {cells}칸이며, 한 행의 나머지 어텐션 가중치 합은 그대로 1입니다.</translation>
    </message>
    <message>
        <source>The pinned run has no attention of this kind.</source>
        <translation>고정한 실행에는 이 종류의 어텐션이 없습니다.</translation>
    </message>
    <message>
        <source>This attention has no padding mask: columns of &lt;pad&gt; get weight like any other.</source>
        <translation>이 어텐션에는 패딩 마스크가 없습니다. &lt;pad&gt; 열도 다른 열처럼 어텐션 가중치를 받습니다.</translation>
    </message>
    <message>
        <source>This network revises its rows: with all {length} tokens there weights of rows 1…{rows} differ by up to {largest}.</source>
        <translation>이 모델은 앞선 행을 바꿉니다: 토큰 {length}개가 모두 있으면 1…{rows}행의 어텐션 가중치가 최대 {largest} 달라집니다.</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>이 실행</translation>
    </message>
    <message>
        <source>This run has no next tokens to predict: its network has no vocabulary head.</source>
        <translation>이 실행에는 예측할 다음 토큰이 없습니다. 모델에 출력층(Linear)이 없습니다.</translation>
    </message>
    <message>
        <source>This run holds no masks.</source>
        <translation>이 실행에는 마스크가 없습니다.</translation>
    </message>
    <message>
        <source>This run holds no weights of this kind: {kind}.</source>
        <translation>이 실행에는 이 종류의 어텐션 가중치가 없습니다: {kind}.</translation>
    </message>
    <message>
        <source>This run is pinned. Translate another sentence, change something under What if, or open another checkpoint or a trace: it is compared with this one here.</source>
        <translation>이 실행을 고정했습니다. 다른 문장을 번역하거나, 만약에에서 무언가를 바꾸거나, 다른 체크포인트나 실행 기록을 여세요. 여기에서 이 실행과 비교합니다.</translation>
    </message>
    <message>
        <source>This run was recorded by an older Headscope, without this part. Translate the sentence again.</source>
        <translation>이 실행 기록은 이전 버전의 Headscope가 남긴 것이라 이 부분이 없습니다. 문장을 다시 번역하세요.</translation>
    </message>
    <message>
        <source>This run was recorded from your own code: it holds its weights, not the vectors behind them.</source>
        <translation>내 코드에서 기록한 것입니다. 어텐션 가중치만 있고 그 뒤의 벡터는 없습니다.</translation>
    </message>
    <message>
        <source>This run was recorded without its scores. Translate the sentence again to see them.</source>
        <translation>이 실행은 스코어 없이 기록되었습니다. 문장을 다시 번역하면 볼 수 있습니다.</translation>
    </message>
    <message>
        <source>This run was recorded without the vectors behind its weights. Translate the sentence again to see them; only a very large run leaves them out.</source>
        <translation>이 실행 기록에는 어텐션 가중치 뒤의 벡터가 없습니다. 문장을 다시 번역하면 볼 수 있습니다. 아주 큰 실행에서만 벡터를 남기지 않습니다.</translation>
    </message>
    <message>
        <source>Token</source>
        <translation>토큰</translation>
    </message>
    <message>
        <source>Token + position</source>
        <translation>토큰 + 위치</translation>
    </message>
    <message>
        <source>Token embedding</source>
        <translation>토큰 임베딩</translation>
    </message>
    <message>
        <source>Type a sentence and translate it: its attention appears here.</source>
        <translation>문장을 입력하고 번역하면 어텐션이 여기에 나타납니다.</translation>
    </message>
    <message>
        <source>Weights after</source>
        <translation>마스크 후 어텐션 가중치</translation>
    </message>
    <message>
        <source>While writing “{token}” (step {step}) one later token is hidden: {tokens}.</source>
        <translation>“{token}”(시점 {step})을 쓰는 동안 나중 토큰 1개가 가려집니다: {tokens}.</translation>
    </message>
    <message>
        <source>While writing “{token}” (step {step}) the {count} later tokens are hidden: {tokens}.</source>
        <translation>“{token}”(시점 {step})을 쓰는 동안 나중 토큰 {count}개가 가려집니다: {tokens}.</translation>
    </message>
    <message>
        <source>Without it the row could copy “{token}”, which it is asked for.</source>
        <translation>마스크가 없다면 이 행은 맞혀야 할 토큰(“{token}”)을 그대로 베낄 수 있습니다.</translation>
    </message>
    <message>
        <source>Without mask</source>
        <translation>마스크가 없다면</translation>
    </message>
    <message>
        <source>Your own code was recorded without its scores; its weights are here.</source>
        <translation>내 코드는 스코어 없이 기록되었습니다. 어텐션 가중치는 여기에 있습니다.</translation>
    </message>
    <message>
        <source>[S, S] encoder: padding, every row</source>
        <translation>[S, S] 인코더: 모든 행에 패딩 마스크</translation>
    </message>
    <message>
        <source>[S, S] encoder: your own code</source>
        <translation>[S, S] 인코더: 내 코드</translation>
    </message>
    <message>
        <source>[S] above; [S, S] for every row</source>
        <translation>위 [S]; 모든 행에 [S, S]</translation>
    </message>
    <message>
        <source>[S] above; [T, S] for every row</source>
        <translation>위 [S]; 모든 행에 [T, S]</translation>
    </message>
    <message>
        <source>[S] above; below with rows of padding</source>
        <translation>위 [S]; 아래는 패딩 행 포함</translation>
    </message>
    <message>
        <source>[T, S] cross: padding, every row</source>
        <translation>[T, S] 크로스: 모든 행에 패딩 마스크</translation>
    </message>
    <message>
        <source>[T, S] cross: your own code</source>
        <translation>[T, S] 크로스: 내 코드</translation>
    </message>
    <message>
        <source>[T, T] = target mask: no &lt;pad&gt;</source>
        <translation>[T, T] = 타겟 마스크: &lt;pad&gt; 없음</translation>
    </message>
    <message>
        <source>[T, T] decoder: target mask</source>
        <translation>[T, T] 디코더: 타겟 마스크</translation>
    </message>
    <message>
        <source>[T, T] decoder: your own code</source>
        <translation>[T, T] 디코더: 내 코드</translation>
    </message>
    <message>
        <source>[T, T] look-ahead; no padding here</source>
        <translation>[T, T] 룩어헤드; 패딩 없음</translation>
    </message>
    <message>
        <source>[T, T] no later key</source>
        <translation>[T, T] 뒤에 오는 키는 가려짐</translation>
    </message>
    <message>
        <source>[T, T] the definition</source>
        <translation>[T, T] 정의</translation>
    </message>
    <message>
        <source>[T] padding above; [T, T] with look-ahead</source>
        <translation>위 [T] 패딩; [T, T] 룩어헤드와 함께</translation>
    </message>
    <message>
        <source>a later token: it did not exist when this row was computed, so no score and nothing to mask</source>
        <translation>뒤에 오는 토큰: 이 행을 계산할 때는 아직 없었으므로 스코어도 없고 가릴 것도 없음</translation>
    </message>
    <message>
        <source>a pixel shows the largest |x| under it</source>
        <translation>한 픽셀은 그 자리에서 |x|가 가장 큰 값</translation>
    </message>
    <message>
        <source>above: {name}, {value} = may attend</source>
        <translation>위: {name}, {value} = 볼 수 있음</translation>
    </message>
    <message>
        <source>after ›</source>
        <translation>다음 ›</translation>
    </message>
    <message>
        <source>aligns best of {count} heads</source>
        <translation>{count}개 중 단어 정렬이 가장 좋음</translation>
    </message>
    <message>
        <source>aligns best of {count} heads ({sentences} sentences); head {other} sharper here</source>
        <translation>문장 {sentences}개에서 헤드 {count}개 중 단어 정렬이 가장 좋음, 이 문장에서 더 뚜렷한 헤드: {other}</translation>
    </message>
    <message>
        <source>aligns words best of {count} heads ({sentences} held-out sentences)</source>
        <translation>헤드 {count}개 중 단어 정렬이 가장 좋은 헤드 (학습에 쓰지 않은 문장 {sentences}개)</translation>
    </message>
    <message>
        <source>aligns words best of {count} heads ({sentences} sentences with links)</source>
        <translation>헤드 {count}개 중 단어 정렬이 가장 좋은 헤드 (연결이 있는 문장 {sentences}개)</translation>
    </message>
    <message>
        <source>all heads</source>
        <translation>모든 헤드</translation>
    </message>
    <message>
        <source>all {count} heads, one map each</source>
        <translation>헤드 {count}개, 어텐션 맵 하나씩</translation>
    </message>
    <message>
        <source>another token</source>
        <translation>다른 토큰</translation>
    </message>
    <message>
        <source>area ∝ size of the number</source>
        <translation>넓이 ∝ 숫자의 크기</translation>
    </message>
    <message>
        <source>area ∝ weight</source>
        <translation>넓이 ∝ 어텐션 가중치</translation>
    </message>
    <message>
        <source>at most {count} per row</source>
        <translation>행마다 최대 {count}개</translation>
    </message>
    <message>
        <source>before the change</source>
        <translation>바꾸기 전</translation>
    </message>
    <message>
        <source>best of {count} heads, and right for {share} % of the words only ({sentences} sentences)</source>
        <translation>헤드 {count}개 중 가장 낫지만 단어의 {share}%만 맞습니다 (문장 {sentences}개)</translation>
    </message>
    <message>
        <source>best of {count} heads, right for {share} %</source>
        <translation>헤드 {count}개 중 가장 낫지만 {share}%만 맞음</translation>
    </message>
    <message>
        <source>blocked by hand</source>
        <translation>직접 가림</translation>
    </message>
    <message>
        <source>blocked keys have no line</source>
        <translation>가려진 키에는 선이 없음</translation>
    </message>
    <message>
        <source>blocked: by hand</source>
        <translation>직접 가림</translation>
    </message>
    <message>
        <source>blocked: future</source>
        <translation>가려짐: 미래</translation>
    </message>
    <message>
        <source>blocked: padding</source>
        <translation>가려짐: 패딩</translation>
    </message>
    <message>
        <source>both decoder attentions together: our extension of rollout</source>
        <translation>디코더의 두 어텐션을 함께 계산: 롤아웃의 자체 확장</translation>
    </message>
    <message>
        <source>changed by hand</source>
        <translation>직접 바꿈</translation>
    </message>
    <message>
        <source>column {column}, of head {head}</source>
        <translation>{column}열, 헤드 {head}</translation>
    </message>
    <message>
        <source>columns {first}–{last} of {count}</source>
        <translation>열 {first}–{last} / {count}</translation>
    </message>
    <message>
        <source>computed by Headscope as in the paper: a checkpoint holds no mask code</source>
        <translation>Headscope가 논문 방식으로 계산함: 체크포인트에는 마스크 코드가 없음</translation>
    </message>
    <message>
        <source>computed by Headscope as in {family}: a checkpoint holds no mask code</source>
        <translation>Headscope가 {family} 방식으로 계산함: 체크포인트에는 마스크 코드가 없음</translation>
    </message>
    <message>
        <source>concatenate</source>
        <translation>이어 붙이기</translation>
    </message>
    <message>
        <source>difference</source>
        <translation>차이</translation>
    </message>
    <message>
        <source>dimension {dimension}</source>
        <translation>차원 {dimension}</translation>
    </message>
    <message>
        <source>dimensions 0 … {last}</source>
        <translation>차원 0 … {last}</translation>
    </message>
    <message>
        <source>distance from the diagonal in tokens, shortest first</source>
        <translation>대각선에서의 평균 거리(토큰 수), 짧은 것부터</translation>
    </message>
    <message>
        <source>distance {distance}: {value}</source>
        <translation>거리 {distance}: {value}</translation>
    </message>
    <message>
        <source>each head by itself</source>
        <translation>헤드마다 따로</translation>
    </message>
    <message>
        <source>each strip has its own scale: full colour is its largest |x|</source>
        <translation>띠마다 눈금이 다릅니다: 가장 진한 색 = 가장 큰 |x|</translation>
    </message>
    <message>
        <source>each table has its own scale</source>
        <translation>표마다 눈금이 다름</translation>
    </message>
    <message>
        <source>each token: its strongest line only</source>
        <translation>토큰마다 가장 강한 선만</translation>
    </message>
    <message>
        <source>encoder output</source>
        <translation>인코더 출력</translation>
    </message>
    <message>
        <source>entropy in bits, lowest first</source>
        <translation>엔트로피(비트), 낮은 것부터</translation>
    </message>
    <message>
        <source>even</source>
        <translation>균등</translation>
    </message>
    <message>
        <source>every weight above 0 has its line</source>
        <translation>0보다 큰 어텐션 가중치마다 선이 있음</translation>
    </message>
    <message>
        <source>focus (largest weight), highest first</source>
        <translation>집중도 (행의 최댓값), 높은 것부터</translation>
    </message>
    <message>
        <source>framed: {place}, with its numbers</source>
        <translation>테두리와 숫자: {place}</translation>
    </message>
    <message>
        <source>greedy</source>
        <translation>그리디</translation>
    </message>
    <message>
        <source>head {number}</source>
        <translation>헤드 {number}</translation>
    </message>
    <message>
        <source>heads 1 … {last}</source>
        <translation>헤드 1 … {last}</translation>
    </message>
    <message>
        <source>heads by {order} (mean over {sentences})</source>
        <translation>헤드 순서: {order} ({sentences}의 평균)</translation>
    </message>
    <message>
        <source>heads by {order} (whole run, n = 1)</source>
        <translation>헤드 순서: {order} (실행 전체, n = 1)</translation>
    </message>
    <message>
        <source>heads side by side</source>
        <translation>나란히 놓인 헤드</translation>
    </message>
    <message>
        <source>heads {numbers}</source>
        <translation>헤드 {numbers}</translation>
    </message>
    <message>
        <source>ignored</source>
        <translation>무시</translation>
    </message>
    <message>
        <source>in the longer column one token in {number} is named</source>
        <translation>긴 쪽 열은 토큰 {number}개마다 하나만 이름을 표시</translation>
    </message>
    <message>
        <source>in words: sum over key pieces, mean over query pieces</source>
        <translation>단어 단위: 키 조각은 합, 쿼리 조각은 평균</translation>
    </message>
    <message>
        <source>input</source>
        <translation>디코더 입력</translation>
    </message>
    <message>
        <source>input = target shifted right: it begins with the start token; the next token of the last position is the end token</source>
        <translation>디코더 입력 = 오른쪽으로 한 칸 민 타겟: 시작 토큰으로 시작하고, 마지막 위치의 정답은 종료 토큰입니다</translation>
    </message>
    <message>
        <source>input “{consumed}” → label “{produced}”</source>
        <translation>디코더 입력 “{consumed}” → 정답 토큰 “{produced}”</translation>
    </message>
    <message>
        <source>input “{consumed}” → next token “{produced}”</source>
        <translation>디코더 입력 “{consumed}” → 생성 토큰 “{produced}”</translation>
    </message>
    <message>
        <source>key − query</source>
        <translation>키 − 쿼리</translation>
    </message>
    <message>
        <source>key: input token</source>
        <translation>키: 디코더 입력 토큰</translation>
    </message>
    <message>
        <source>key: input word</source>
        <translation>키: 디코더 입력 단어</translation>
    </message>
    <message>
        <source>key: source token</source>
        <translation>키: 소스 토큰</translation>
    </message>
    <message>
        <source>key: source word</source>
        <translation>키: 소스 단어</translation>
    </message>
    <message>
        <source>label (given)</source>
        <translation>정답 토큰</translation>
    </message>
    <message>
        <source>larger values, up to {largest}, in full colour</source>
        <translation>더 큰 값은 {largest}까지 눈금 끝의 색</translation>
    </message>
    <message>
        <source>largest difference</source>
        <translation>가장 큰 차이</translation>
    </message>
    <message>
        <source>later steps</source>
        <translation>이후 시점</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>레이어</translation>
    </message>
    <message>
        <source>layers {first}–{last} of {all}: ↑ ↓ choose a layer</source>
        <translation>레이어 {first}–{last} / {all}: ↑ ↓ 로 레이어 선택</translation>
    </message>
    <message>
        <source>learned table</source>
        <translation>학습된 행렬</translation>
    </message>
    <message>
        <source>lines below {weight} are not drawn</source>
        <translation>{weight} 미만의 선은 그리지 않음</translation>
    </message>
    <message>
        <source>ln p(target) = Σ ln p = {total}   ·   mean loss = −Σ ln p / {count} = {loss} nats   ·   perplexity = e^{loss} = {perplexity}</source>
        <translation>ln p(타겟) = Σ ln p = {total}   ·   평균 손실 = −Σ ln p / {count} = {loss} nat   ·   퍼플렉서티 = e^{loss} = {perplexity}</translation>
    </message>
    <message>
        <source>may attend</source>
        <translation>볼 수 있음</translation>
    </message>
    <message>
        <source>may attend, by hand</source>
        <translation>볼 수 있음 (직접 바꿈)</translation>
    </message>
    <message>
        <source>mean change {mean} · rank {place} of {count} heads</source>
        <translation>평균 변화 {mean} · 헤드 {count}개 중 {place}번째</translation>
    </message>
    <message>
        <source>mean of {count} heads</source>
        <translation>헤드 {count}개의 평균</translation>
    </message>
    <message>
        <source>mean of {count} layers</source>
        <translation>레이어 {count}개의 평균</translation>
    </message>
    <message>
        <source>mean so far</source>
        <translation>여기까지 평균</translation>
    </message>
    <message>
        <source>next (own)</source>
        <translation>생성 토큰</translation>
    </message>
    <message>
        <source>no &lt;pad&gt;</source>
        <translation>&lt;pad&gt; 없음</translation>
    </message>
    <message>
        <source>no padding mask: &lt;pad&gt; is not hidden</source>
        <translation>패딩 마스크 없음: &lt;pad&gt;가 가려지지 않음</translation>
    </message>
    <message>
        <source>no run has both tokens</source>
        <translation>두 토큰을 모두 가진 실행이 없음</translation>
    </message>
    <message>
        <source>no score in this display</source>
        <translation>이 표시 방식에는 스코어 없음</translation>
    </message>
    <message>
        <source>no score yet</source>
        <translation>아직 없음</translation>
    </message>
    <message>
        <source>no scores of later tokens yet: “All rows in one pass” computes them</source>
        <translation>나중 토큰의 스코어가 아직 없음: “모든 행을 한 번에”를 누르면 계산합니다</translation>
    </message>
    <message>
        <source>no weight of this head differs by 0.0001 or more</source>
        <translation>이 헤드에서는 어텐션 가중치가 0.0001 이상 다르지 않음</translation>
    </message>
    <message>
        <source>no weights in this display</source>
        <translation>이 표시 방식에는 어텐션 가중치 없음</translation>
    </message>
    <message>
        <source>not certain: {answers}</source>
        <translation>확실하지 않음: {answers}</translation>
    </message>
    <message>
        <source>nothing is added for the position: distances change the scores instead</source>
        <translation>위치의 벡터를 더하지 않습니다. 거리가 어텐션 스코어를 바꿉니다</translation>
    </message>
    <message>
        <source>numbers below 0 have no line</source>
        <translation>0보다 작은 값은 선이 없음</translation>
    </message>
    <message>
        <source>off</source>
        <translation>꺼짐</translation>
    </message>
    <message>
        <source>one token in {number} is named</source>
        <translation>토큰 {number}개마다 하나만 이름을 표시</translation>
    </message>
    <message>
        <source>one token in {number}, by its strongest line</source>
        <translation>토큰 {number}개 중 하나만, 가장 강한 선으로</translation>
    </message>
    <message>
        <source>one turn takes {count} positions</source>
        <translation>한 주기 = 위치 {count}개</translation>
    </message>
    <message>
        <source>only in the pinned run</source>
        <translation>고정한 실행에만 있음</translation>
    </message>
    <message>
        <source>only in the pinned run: {weight}</source>
        <translation>고정한 실행에만: {weight}</translation>
    </message>
    <message>
        <source>only in this run</source>
        <translation>이 실행에만 있음</translation>
    </message>
    <message>
        <source>only in this run: {weight}</source>
        <translation>이 실행에만: {weight}</translation>
    </message>
    <message>
        <source>only layers and heads that both have</source>
        <translation>둘 다 가진 레이어와 헤드만</translation>
    </message>
    <message>
        <source>only the strongest {count} of {all} lines</source>
        <translation>선 {all}개 중 가장 강한 {count}개만</translation>
    </message>
    <message>
        <source>other tokens</source>
        <translation>다른 토큰</translation>
    </message>
    <message>
        <source>other tokens: one in {number}, by its strongest line</source>
        <translation>다른 토큰은 {number}개 중 하나만, 가장 강한 선으로</translation>
    </message>
    <message>
        <source>other tokens: their strongest line only</source>
        <translation>다른 토큰은 가장 강한 선만</translation>
    </message>
    <message>
        <source>p(label)</source>
        <translation>p(정답)</translation>
    </message>
    <message>
        <source>p(next)</source>
        <translation>p(생성)</translation>
    </message>
    <message>
        <source>pos.</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>position</source>
        <translation>위치</translation>
    </message>
    <message>
        <source>position {position} “{token}”</source>
        <translation>위치 {position} “{token}”</translation>
    </message>
    <message>
        <source>position {position} “{token}”, dimension {dimension}</source>
        <translation>위치 {position} “{token}”, 차원 {dimension}</translation>
    </message>
    <message>
        <source>position {position} “{token}”: {value}</source>
        <translation>위치 {position} “{token}”: {value}</translation>
    </message>
    <message>
        <source>positions {first}–{last} of {count}</source>
        <translation>전체 {count}개 위치 중 {first}–{last}</translation>
    </message>
    <message>
        <source>predicted</source>
        <translation>모델 예측</translation>
    </message>
    <message>
        <source>query: input token</source>
        <translation>쿼리: 디코더 입력 토큰</translation>
    </message>
    <message>
        <source>query: input word</source>
        <translation>쿼리: 디코더 입력 단어</translation>
    </message>
    <message>
        <source>query: input → label</source>
        <translation>쿼리: 디코더 입력 → 정답 토큰</translation>
    </message>
    <message>
        <source>query: input → label word</source>
        <translation>쿼리: 디코더 입력 단어 → 정답 단어</translation>
    </message>
    <message>
        <source>query: input → next token</source>
        <translation>쿼리: 디코더 입력 → 생성 토큰</translation>
    </message>
    <message>
        <source>query: input → next word</source>
        <translation>쿼리: 디코더 입력 단어 → 생성 단어</translation>
    </message>
    <message>
        <source>query: label</source>
        <translation>쿼리: 이 토큰이 정답인 행</translation>
    </message>
    <message>
        <source>query: label word</source>
        <translation>쿼리: 이 단어가 정답인 행</translation>
    </message>
    <message>
        <source>query: next token</source>
        <translation>쿼리: 이 토큰을 생성하는 행</translation>
    </message>
    <message>
        <source>query: next word</source>
        <translation>쿼리: 이 단어를 생성하는 행</translation>
    </message>
    <message>
        <source>query: source token</source>
        <translation>쿼리: 소스 토큰</translation>
    </message>
    <message>
        <source>query: source word</source>
        <translation>쿼리: 소스 단어</translation>
    </message>
    <message>
        <source>read by layer 1</source>
        <translation>레이어 1이 읽음</translation>
    </message>
    <message>
        <source>relative: a bias on the scores</source>
        <translation>상대 위치: 어텐션 스코어에 더하는 편향</translation>
    </message>
    <message>
        <source>renormalised</source>
        <translation>다시 정규화함(합 = 1)</translation>
    </message>
    <message>
        <source>rollout</source>
        <translation>롤아웃</translation>
    </message>
    <message>
        <source>rollout to layer {number}</source>
        <translation>레이어 {number}까지의 롤아웃</translation>
    </message>
    <message>
        <source>rollout: each layer with all before it</source>
        <translation>롤아웃: 각 레이어와 그 앞의 모든 레이어</translation>
    </message>
    <message>
        <source>row changed at this step</source>
        <translation>이 시점에서 달라진 행</translation>
    </message>
    <message>
        <source>row differs from before the change</source>
        <translation>바꾸기 전과 다른 행</translation>
    </message>
    <message>
        <source>row maximum</source>
        <translation>행 최댓값</translation>
    </message>
    <message>
        <source>row total</source>
        <translation>행 합계</translation>
    </message>
    <message>
        <source>row “{query}” gives all its weight to what is set aside</source>
        <translation>모든 어텐션 가중치가 제외한 열에 있는 행: “{query}”</translation>
    </message>
    <message>
        <source>row “{query}” gives most weight to “{key}”: {weight}</source>
        <translation>“{query}” 행이 가중치를 가장 많이 주는 열: “{key}” {weight}</translation>
    </message>
    <message>
        <source>row “{query}” has its largest number at “{key}”: {weight}</source>
        <translation>행 “{query}”: 가장 큰 값의 열 “{key}”, {weight}</translation>
    </message>
    <message>
        <source>rows {first}–{last} of {count}</source>
        <translation>행 {first}–{last} / {count}</translation>
    </message>
    <message>
        <source>score</source>
        <translation>스코어</translation>
    </message>
    <message>
        <source>score before mask and softmax</source>
        <translation>마스크와 softmax 이전의 스코어</translation>
    </message>
    <message>
        <source>score not recorded</source>
        <translation>스코어 기록 없음</translation>
    </message>
    <message>
        <source>score {value}</source>
        <translation>스코어 {value}</translation>
    </message>
    <message>
        <source>set aside</source>
        <translation>제외함</translation>
    </message>
    <message>
        <source>share by rollout</source>
        <translation>롤아웃에 따른 몫</translation>
    </message>
    <message>
        <source>sharpest of {count} heads</source>
        <translation>헤드 {count}개 중 가장 뚜렷함</translation>
    </message>
    <message>
        <source>sharpest of {count} heads (on {sentences} sentences)</source>
        <translation>헤드 {count}개 중 가장 뚜렷한 헤드 (문장 {sentences}개)</translation>
    </message>
    <message>
        <source>sharpest of {count} heads (this sentence, n = 1)</source>
        <translation>헤드 {count}개 중 가장 뚜렷한 헤드 (이 문장, n = 1)</translation>
    </message>
    <message>
        <source>sharpest of {count} heads ({sentences} sentences); here head {other} is</source>
        <translation>문장 {sentences}개에서 헤드 {count}개 중 가장 뚜렷함, 이 문장에서는 헤드 {other}</translation>
    </message>
    <message>
        <source>sharpest of {count} heads here</source>
        <translation>이 문장에서 헤드 {count}개 중 가장 뚜렷함</translation>
    </message>
    <message>
        <source>sharpest of {count} heads here; on {sentences} sentences head {other} aligns best</source>
        <translation>이 문장에서 헤드 {count}개 중 가장 뚜렷함, 문장 {sentences}개에서 단어 정렬이 가장 좋은 헤드: {other}</translation>
    </message>
    <message>
        <source>sharpest of {count} heads here; on {sentences} sentences head {other} is</source>
        <translation>여기서는 헤드 {count}개 중 가장 뚜렷함, 문장 {sentences}개에서는 헤드 {other}</translation>
    </message>
    <message>
        <source>similarity to the selected head: Jensen–Shannon divergence in bits, lowest first</source>
        <translation>선택한 헤드와의 비슷함: 젠슨-섀넌 발산(비트), 낮은 것부터</translation>
    </message>
    <message>
        <source>sines and cosines (§3.5)</source>
        <translation>사인과 코사인 (§3.5)</translation>
    </message>
    <message>
        <source>sines, then cosines</source>
        <translation>사인 다음에 코사인</translation>
    </message>
    <message>
        <source>softmax of all scores</source>
        <translation>모든 스코어의 softmax</translation>
    </message>
    <message>
        <source>softmax of the scores, masked</source>
        <translation>마스킹된 스코어의 softmax</translation>
    </message>
    <message>
        <source>some weights are not finite numbers</source>
        <translation>일부 어텐션 가중치가 유한한 수가 아님</translation>
    </message>
    <message>
        <source>some weights lie outside 0 … 1</source>
        <translation>일부 어텐션 가중치가 0 … 1을 벗어남</translation>
    </message>
    <message>
        <source>source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>split</source>
        <translation>나누기</translation>
    </message>
    <message>
        <source>step {step} / {steps}</source>
        <translation>시점 {step} / {steps}</translation>
    </message>
    <message>
        <source>striped: a run has no such cell</source>
        <translation>줄무늬: 한 실행에 없는 칸</translation>
    </message>
    <message>
        <source>table row</source>
        <translation>행렬의 행</translation>
    </message>
    <message>
        <source>table row × √{width} (§3.4)</source>
        <translation>행렬의 행 × √{width} (§3.4)</translation>
    </message>
    <message>
        <source>table row, not scaled</source>
        <translation>행렬의 행, 곱하지 않음</translation>
    </message>
    <message>
        <source>target</source>
        <translation>타겟</translation>
    </message>
    <message>
        <source>the block’s mask is recorded from your own code; the others are the definitions</source>
        <translation>블록의 마스크는 내 코드에서 기록한 것이고, 나머지는 정의입니다</translation>
    </message>
    <message>
        <source>the given target in one pass</source>
        <translation>주어진 타겟을 한 번에</translation>
    </message>
    <message>
        <source>the model’s own order</source>
        <translation>모델의 원래 순서</translation>
    </message>
    <message>
        <source>the model’s own output as target</source>
        <translation>모델 자신의 번역 결과를 타겟으로 사용</translation>
    </message>
    <message>
        <source>the model’s own table</source>
        <translation>모델 자신의 행렬</translation>
    </message>
    <message>
        <source>the same: nothing is hidden</source>
        <translation>똑같음: 가려진 것이 없음</translation>
    </message>
    <message>
        <source>the vocabulary head applied to earlier layers: only the last was trained for it; on this sentence, n = 1</source>
        <translation>출력층(Linear)을 앞선 레이어에 적용한 것입니다. 이렇게 쓰이도록 학습된 것은 마지막 레이어뿐입니다. 이 문장에서, n = 1</translation>
    </message>
    <message>
        <source>this run − pinned</source>
        <translation>이 실행 − 고정</translation>
    </message>
    <message>
        <source>this step</source>
        <translation>현재 시점</translation>
    </message>
    <message>
        <source>to layer {number}</source>
        <translation>레이어 {number}까지</translation>
    </message>
    <message>
        <source>total of these columns</source>
        <translation>이 열들의 합계</translation>
    </message>
    <message>
        <source>value</source>
        <translation>값</translation>
    </message>
    <message>
        <source>value, √ scale</source>
        <translation>값, √ 눈금</translation>
    </message>
    <message>
        <source>weight</source>
        <translation>어텐션 가중치</translation>
    </message>
    <message>
        <source>weight after − before the change</source>
        <translation>변경 후 − 변경 전 어텐션 가중치</translation>
    </message>
    <message>
        <source>weight on the diagonal, highest first</source>
        <translation>대각선의 어텐션 가중치, 높은 것부터</translation>
    </message>
    <message>
        <source>weight on the previous token, highest first (self-attention)</source>
        <translation>바로 앞 토큰의 어텐션 가중치, 높은 것부터 (셀프 어텐션)</translation>
    </message>
    <message>
        <source>weight {value}</source>
        <translation>어텐션 가중치 {value}</translation>
    </message>
    <message>
        <source>weight × norm</source>
        <translation>어텐션 가중치 × 길이</translation>
    </message>
    <message>
        <source>weight × ‖value · W_O‖</source>
        <translation>어텐션 가중치 × ‖밸류 · W_O‖</translation>
    </message>
    <message>
        <source>what if: {changes}</source>
        <translation>만약에: {changes}</translation>
    </message>
    <message>
        <source>whole map</source>
        <translation>전체 맵</translation>
    </message>
    <message>
        <source>without chosen columns</source>
        <translation>고른 열 제외</translation>
    </message>
    <message>
        <source>without special tokens</source>
        <translation>특수 토큰 제외</translation>
    </message>
    <message>
        <source>without special tokens and punctuation</source>
        <translation>특수 토큰과 문장 부호 제외</translation>
    </message>
    <message>
        <source>words guessed from ▁</source>
        <translation>단어는 ▁로 추정</translation>
    </message>
    <message>
        <source>x is what the position carries, f(x) what the sub-layer adds to it, ‖ ‖ a vector’s length, cos the cosine of the angle between the two.</source>
        <translation>x는 위치가 지닌 벡터, f(x)는 서브 레이어가 더하는 벡터, ‖ ‖는 벡터의 길이, cos는 둘 사이 각의 코사인입니다.</translation>
    </message>
    <message>
        <source>{before} → {after}, difference {change}</source>
        <translation>{before} → {after}, 차이 {change}</translation>
    </message>
    <message>
        <source>{count} &lt;pad&gt;</source>
        <translation>&lt;pad&gt; {count}개</translation>
    </message>
    <message>
        <source>{count} &lt;pad&gt; (framed): weight 0; no other weight of this head differs by more than {largest}.</source>
        <translation>&lt;pad&gt; {count}개(테두리): 어텐션 가중치 0, 이 헤드의 다른 어텐션 가중치 차이는 {largest} 이하입니다.</translation>
    </message>
    <message>
        <source>{count} &lt;pad&gt; (framed): weight 0; up to row {rows}, where the translation changes, no other weight differs by more than {largest}.</source>
        <translation>&lt;pad&gt; {count}개(테두리): 어텐션 가중치 0, 번역이 달라지는 {rows}행까지 다른 어텐션 가중치 차이는 {largest} 이하입니다.</translation>
    </message>
    <message>
        <source>{count} &lt;pad&gt; are gone: no weight of this head differs by more than {largest}.</source>
        <translation>&lt;pad&gt; {count}개를 뺐습니다. 이 헤드의 어텐션 가중치는 어느 것도 {largest}보다 크게 달라지지 않았습니다.</translation>
    </message>
    <message>
        <source>{count} &lt;pad&gt; are new (framed) and get up to {weight} of a row’s weight.</source>
        <translation>새로 넣은 &lt;pad&gt; {count}개(테두리)가 한 행의 어텐션 가중치를 {weight}까지 받습니다.</translation>
    </message>
    <message>
        <source>{count} cells of this mask were flipped by hand.</source>
        <translation>이 마스크의 칸 {count}개를 직접 뒤집었습니다.</translation>
    </message>
    <message>
        <source>{count} changes</source>
        <translation>변경 {count}개</translation>
    </message>
    <message>
        <source>{count} positions of padding are ignored, also in the mean</source>
        <translation>패딩 위치 {count}개는 무시하며 평균에도 넣지 않습니다</translation>
    </message>
    <message>
        <source>{formula}, no mask yet</source>
        <translation>{formula}, 마스크 이전</translation>
    </message>
    <message>
        <source>{formula}, no position bias, no mask yet</source>
        <translation>{formula}, 위치 편향과 마스크 이전</translation>
    </message>
    <message>
        <source>{formula}; blank: the key was not there yet</source>
        <translation>{formula}; 빈칸: 키가 아직 없었음</translation>
    </message>
    <message>
        <source>{heads} heads of {depth}</source>
        <translation>헤드 {heads}개 × {depth}차원</translation>
    </message>
    <message>
        <source>{layers} layers × {heads} heads</source>
        <translation>레이어 {layers}개 × 헤드 {heads}개</translation>
    </message>
    <message>
        <source>{name} after each sum: {norm}(x + f(x)) goes on</source>
        <translation>합 다음마다 {name}: 다음으로 가는 것은 {norm}(x + f(x))</translation>
    </message>
    <message>
        <source>{name} before each sub-layer: x + f({norm}(x)) goes on</source>
        <translation>서브 레이어 앞마다 {name}: 다음으로 가는 것은 x + f({norm}(x))</translation>
    </message>
    <message>
        <source>{norm} divides by the root mean square (RMS) and multiplies by γ; it subtracts and adds nothing (Zhang and Sennrich 2019)</source>
        <translation>{norm}: 제곱평균제곱근(RMS)으로 나누고 γ를 곱하며, 빼거나 더하는 것은 없습니다 (Zhang and Sennrich 2019)</translation>
    </message>
    <message>
        <source>{norm} subtracts the mean μ, divides by the standard deviation σ (over M − 1), multiplies by γ and adds β (§3.1)</source>
        <translation>{norm}: 평균 μ를 빼고 표준 편차 σ(M − 1로 나눔)로 나눈 뒤 γ를 곱하고 β를 더합니다 (§3.1)</translation>
    </message>
    <message>
        <source>{norm} subtracts the mean μ, divides by the standard deviation σ, multiplies by γ and adds β (§3.1)</source>
        <translation>{norm}: 평균 μ를 빼고 표준 편차 σ로 나눈 뒤 γ를 곱하고 β를 더합니다 (§3.1)</translation>
    </message>
    <message>
        <source>{quantity} / map maximum</source>
        <translation>{quantity} / 맵 최댓값</translation>
    </message>
    <message>
        <source>{quantity}, √ scale</source>
        <translation>{quantity}, √ 눈금</translation>
    </message>
    <message>
        <source>{scale} (full colour = {maximum})</source>
        <translation>{scale} (최대 색 = {maximum})</translation>
    </message>
    <message>
        <source>{title}, {given}; {sums}. Position {position}: input “{input}”, next token “{label}” with probability {probability}; predicted: “{predicted}” ({highest}).</source>
        <translation>{title}, {given}. {sums}. 위치 {position}: 디코더 입력 “{input}”, 정답 “{label}”의 확률 {probability}, 모델 예측 “{predicted}” ({highest}).</translation>
    </message>
    <message>
        <source>{tokens} and {count} more</source>
        <translation>{tokens} 외 {count}개</translation>
    </message>
    <message>
        <source>{value} = may attend</source>
        <translation>{value} = 볼 수 있음</translation>
    </message>
    <message>
        <source>{weight} (without the mask {free})</source>
        <translation>{weight} (마스크가 없다면 {free})</translation>
    </message>
    <message>
        <source>±%1, even</source>
        <translation>±%1, 균등</translation>
    </message>
    <message>
        <source>Σ ln p = {total} · mean loss {loss} · perplexity {perplexity}</source>
        <translation>Σ ln p = {total} · 평균 손실 {loss} · 퍼플렉서티 {perplexity}</translation>
    </message>
    <message>
        <source>‖position‖</source>
        <translation>‖위치‖</translation>
    </message>
    <message>
        <source>‖sum‖</source>
        <translation>‖합‖</translation>
    </message>
    <message>
        <source>‖token‖</source>
        <translation>‖토큰‖</translation>
    </message>
    <message>
        <source>“{text}” is filled up to the {length} tokens of “{longest}”.</source>
        <translation>“{text}”: “{longest}”의 토큰 {length}개에 맞춰 채워졌습니다.</translation>
    </message>
    <message>
        <source>“{token}” (step {step}) is written last: no later token is left to hide; at step 1 there are {all}.</source>
        <translation>“{token}”(시점 {step})은 마지막에 쓰이므로 가릴 나중 토큰이 없습니다. 시점 1에서는 {all}개가 가려집니다.</translation>
    </message>
    <message>
        <source>‹ before</source>
        <translation>‹ 이전</translation>
    </message>
    <message>
        <source>−ln p</source>
        <translation>−ln p</translation>
    </message>
    <message>
        <source>√ scale</source>
        <translation>√ 눈금</translation>
    </message>
</context>
<context>
    <name>plots</name>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>All heads by two measures</source>
        <translation>두 척도로 본 모든 헤드</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>어텐션</translation>
    </message>
    <message>
        <source>BLEU</source>
        <translation>BLEU</translation>
    </message>
    <message>
        <source>Colours go from %1, the ground’s, to %2.</source>
        <translation>색은 배경색인 %1에서 %2까지입니다.</translation>
    </message>
    <message>
        <source>Dimensions</source>
        <translation>차원</translation>
    </message>
    <message>
        <source>Every row of the run, those of later steps too; where cells share a pixel, it shows the strongest.</source>
        <translation>이후 시점까지 실행의 모든 행을 보여 줍니다. 여러 칸이 한 픽셀에 겹치면 가장 강한 칸을 보여 줍니다.</translation>
    </message>
    <message>
        <source>Framed: the selected head.</source>
        <translation>테두리: 선택한 헤드.</translation>
    </message>
    <message>
        <source>Head</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>레이어</translation>
    </message>
    <message>
        <source>Layers × heads by one measure</source>
        <translation>한 척도로 본 레이어 × 헤드</translation>
    </message>
    <message>
        <source>Learning curves</source>
        <translation>학습 곡선</translation>
    </message>
    <message>
        <source>Logit lens by layer</source>
        <translation>레이어별 로짓 렌즈</translation>
    </message>
    <message>
        <source>Map explorer</source>
        <translation>맵 탐색기</translation>
    </message>
    <message>
        <source>Means over %1.</source>
        <translation>%1에 대한 평균입니다.</translation>
    </message>
    <message>
        <source>Means over the rows of this one sentence, n = 1.</source>
        <translation>이 문장 하나의 행에 대한 평균이에요(n = 1).</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>척도</translation>
    </message>
    <message>
        <source>Measures of heads exist for weights only: choose weights in Display.</source>
        <translation>헤드의 척도는 어텐션 가중치에만 있습니다. 표시에서 어텐션 가중치를 고르세요.</translation>
    </message>
    <message>
        <source>No layer but the last was trained to be read like this.</source>
        <translation>마지막 레이어 말고는 이렇게 읽도록 학습되지 않았습니다.</translation>
    </message>
    <message>
        <source>Norms by layer</source>
        <translation>레이어별 노름</translation>
    </message>
    <message>
        <source>Nothing is decoded yet: translate a sentence, or give its target.</source>
        <translation>아직 디코딩된 것이 없습니다. 문장을 번역하거나 타겟을 주세요.</translation>
    </message>
    <message>
        <source>Over</source>
        <translation>근거</translation>
    </message>
    <message>
        <source>Positional encoding by dimension</source>
        <translation>차원별 포지셔널 인코딩</translation>
    </message>
    <message>
        <source>Probability and entropy by step</source>
        <translation>시점별 확률과 엔트로피</translation>
    </message>
    <message>
        <source>Ringed: the snapshot on screen, %1.</source>
        <translation>동그라미는 화면에 있는 스냅숏이에요(%1).</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>쪽</translation>
    </message>
    <message>
        <source>Stack</source>
        <translation>스택</translation>
    </message>
    <message>
        <source>The folder of this training holds no learning curve (curve.jsonl).</source>
        <translation>이 학습 폴더에는 학습 곡선(curve.jsonl)이 없습니다.</translation>
    </message>
    <message>
        <source>The logit lens is not measured yet for this run.</source>
        <translation>이 실행에서는 로짓 렌즈를 아직 측정하지 않았습니다.</translation>
    </message>
    <message>
        <source>The measures of the heads are still being computed, or none has both.</source>
        <translation>헤드의 척도를 아직 계산하고 있거나, 두 척도를 모두 가진 헤드가 없습니다.</translation>
    </message>
    <message>
        <source>The open checkpoint is no snapshot of a training: open a training&apos;s folder of them.</source>
        <translation>열린 체크포인트는 학습 스냅숏이 아닙니다. 스냅숏이 들어 있는 학습 폴더를 여세요.</translation>
    </message>
    <message>
        <source>The run holds no table of positions: the model has none, or no vectors are kept.</source>
        <translation>이 실행에는 위치 표가 없습니다. 모델에 없거나 벡터를 보관하지 않았습니다.</translation>
    </message>
    <message>
        <source>The run holds no vectors: translate the sentence again to record them.</source>
        <translation>이 실행에는 벡터가 없습니다. 문장을 다시 번역하면 기록합니다.</translation>
    </message>
    <message>
        <source>There is no run yet: translate a sentence.</source>
        <translation>아직 실행이 없습니다. 문장을 번역하세요.</translation>
    </message>
    <message>
        <source>This measure exists over a file only: choose the file beside Over.</source>
        <translation>이 척도는 파일 전체에만 있습니다. 근거에서 파일을 고르세요.</translation>
    </message>
    <message>
        <source>To the right</source>
        <translation>가로축</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>세로축</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>업데이트</translation>
    </message>
    <message>
        <source>added</source>
        <translation>더해지는 값</translation>
    </message>
    <message>
        <source>alignment error rate</source>
        <translation>단어 정렬 오류율(AER)</translation>
    </message>
    <message>
        <source>all kinds</source>
        <translation>모든 종류</translation>
    </message>
    <message>
        <source>change of BLEU without it</source>
        <translation>이 헤드를 껐을 때의 BLEU 변화</translation>
    </message>
    <message>
        <source>change of the loss without it (nats per token)</source>
        <translation>이 헤드를 껐을 때의 손실 변화 (토큰당 nat)</translation>
    </message>
    <message>
        <source>cross</source>
        <translation>크로스</translation>
    </message>
    <message>
        <source>decoder</source>
        <translation>디코더</translation>
    </message>
    <message>
        <source>decoder layer</source>
        <translation>디코더 레이어</translation>
    </message>
    <message>
        <source>dimension %1</source>
        <translation>차원 %1</translation>
    </message>
    <message>
        <source>encoder</source>
        <translation>인코더</translation>
    </message>
    <message>
        <source>entropy (bits)</source>
        <translation>엔트로피(비트)</translation>
    </message>
    <message>
        <source>entropy over the vocabulary</source>
        <translation>어휘 전체의 엔트로피</translation>
    </message>
    <message>
        <source>evenly</source>
        <translation>고르게</translation>
    </message>
    <message>
        <source>feed-fwd.</source>
        <translation>피드 포워드</translation>
    </message>
    <message>
        <source>focus (largest weight)</source>
        <translation>집중도(가장 큰 어텐션 가중치)</translation>
    </message>
    <message>
        <source>head</source>
        <translation>헤드</translation>
    </message>
    <message>
        <source>key: %1, position %2</source>
        <translation>키: %1, 위치 %2</translation>
    </message>
    <message>
        <source>largest %1 at %2, %3</source>
        <translation>최댓값 %1, 위치 %2, %3</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>레이어</translation>
    </message>
    <message>
        <source>layer and sub-layer</source>
        <translation>레이어와 서브 레이어</translation>
    </message>
    <message>
        <source>likeliest token</source>
        <translation>가장 확률이 높은 토큰</translation>
    </message>
    <message>
        <source>logarithmically</source>
        <translation>로그로</translation>
    </message>
    <message>
        <source>log₁₀ (updates + 1)</source>
        <translation>log₁₀(업데이트 + 1)</translation>
    </message>
    <message>
        <source>loss (nats per token)</source>
        <translation>손실(토큰당 nat)</translation>
    </message>
    <message>
        <source>mean %1</source>
        <translation>평균 %1</translation>
    </message>
    <message>
        <source>mean distance (tokens)</source>
        <translation>평균 거리(토큰)</translation>
    </message>
    <message>
        <source>mean of keys %1 … %2</source>
        <translation>키 %1~%2의 평균</translation>
    </message>
    <message>
        <source>mean of queries %1 … %2</source>
        <translation>쿼리 %1~%2의 평균</translation>
    </message>
    <message>
        <source>mean over all positions</source>
        <translation>모든 위치의 평균</translation>
    </message>
    <message>
        <source>mean over all steps</source>
        <translation>모든 시점의 평균</translation>
    </message>
    <message>
        <source>no key selected</source>
        <translation>선택한 키 없음</translation>
    </message>
    <message>
        <source>position %1: %2</source>
        <translation>위치 %1: %2</translation>
    </message>
    <message>
        <source>position, from 0</source>
        <translation>위치(0부터)</translation>
    </message>
    <message>
        <source>precision of its links</source>
        <translation>연결의 정밀도</translation>
    </message>
    <message>
        <source>probability</source>
        <translation>확률</translation>
    </message>
    <message>
        <source>query: %1, position %2</source>
        <translation>쿼리: %1, 위치 %2</translation>
    </message>
    <message>
        <source>rectangle: queries %1 … %2, keys %3 … %4</source>
        <translation>사각형: 쿼리 %1 … %2, 키 %3 … %4</translation>
    </message>
    <message>
        <source>self</source>
        <translation>셀프</translation>
    </message>
    <message>
        <source>snapshots</source>
        <translation>스냅숏</translation>
    </message>
    <message>
        <source>source</source>
        <translation>소스</translation>
    </message>
    <message>
        <source>spread over the whole vector</source>
        <translation>벡터 전체에서 고르게</translation>
    </message>
    <message>
        <source>step</source>
        <translation>시점</translation>
    </message>
    <message>
        <source>step %1: %2</source>
        <translation>시점 %1: %2</translation>
    </message>
    <message>
        <source>sure links found</source>
        <translation>찾은 확실한 연결</translation>
    </message>
    <message>
        <source>target</source>
        <translation>타겟</translation>
    </message>
    <message>
        <source>the selected one and those after it</source>
        <translation>선택한 차원과 그다음 차원들</translation>
    </message>
    <message>
        <source>this sentence</source>
        <translation>이 문장</translation>
    </message>
    <message>
        <source>token that follows in this run</source>
        <translation>이 실행에서 이어지는 토큰</translation>
    </message>
    <message>
        <source>training loss</source>
        <translation>학습 손실</translation>
    </message>
    <message>
        <source>two-way focus (cross attention)</source>
        <translation>양방향 집중도(크로스 어텐션)</translation>
    </message>
    <message>
        <source>updates</source>
        <translation>업데이트</translation>
    </message>
    <message>
        <source>validation loss</source>
        <translation>검증 손실</translation>
    </message>
    <message>
        <source>weight on special tokens</source>
        <translation>특수 토큰의 어텐션 가중치</translation>
    </message>
    <message>
        <source>weight on the diagonal</source>
        <translation>대각선의 어텐션 가중치</translation>
    </message>
    <message>
        <source>weight on the first token</source>
        <translation>첫 토큰의 어텐션 가중치</translation>
    </message>
    <message>
        <source>weight on the next token</source>
        <translation>다음 토큰의 어텐션 가중치</translation>
    </message>
    <message>
        <source>weight on the previous token</source>
        <translation>이전 토큰의 어텐션 가중치</translation>
    </message>
    <message>
        <source>what is added to the embedding</source>
        <translation>임베딩에 더하는 값</translation>
    </message>
    <message>
        <source>‖f(x)‖ added</source>
        <translation>더한 ‖f(x)‖</translation>
    </message>
    <message>
        <source>‖x‖ received</source>
        <translation>받은 ‖x‖</translation>
    </message>
</context>
</TS>
