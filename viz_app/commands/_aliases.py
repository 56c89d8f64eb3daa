"""What else people call a command: in lectures, in code, in English and Korean. The palette finds by it.

One line per command; names from code come from the table of families, so that a new family is found at once.
"""

from __future__ import annotations

import re
from functools import lru_cache

from viz_app.pictures.drawing.code_names import FAMILIES

ALIASES: dict[str, str] = {
    "file.open": "open load checkpoint model weights trace pt npz safetensors state_dict 열기 불러오기 체크포인트 모델",
    "file.open_folder": "checkpoint open load directory Hugging Face Marian BART T5 from_pretrained 열기 폴더",
    "file.forget": "opened clear recent files history privacy forget 최근 지우기",
    "file.inspect": "what is this file keys state_dict shapes config inspect 검사 살펴보기 파일",
    "file.export": (
        "export save as image picture figure png svg pdf gif apng csv tsv json savefig screenshot animation slide "
        "paper vector numbers 내보내기 그림 저장 슬라이드 논문 애니메이션 벡터"
    ),
    "file.handout": "handout print pdf paper worksheet lecture slides pages students 유인물 인쇄 자료 수업 강의",
    "file.page": "interactive page html web browser share students 인터랙티브 웹 페이지 브라우저 공유",
    "file.save_trace": "save trace npz record run numpy export 실행 기록 저장",
    "file.save_session": "save session notes lesson keep replay headscope 세션 저장 메모 보관",
    "file.save_session_as": "save session as copy another name 세션 다른 이름으로 저장",
    "file.locate": "find locate checkpoint of this run missing model replay continue 체크포인트 찾기",
    "edit.note": "note this place comment annotate bookmark remark 메모 주석 자리",
    "pane.notes": "notes comments pane text memo 메모 주석",
    "file.save_checkpoint": "Headscope save convert checkpoint safetensors 체크포인트 저장 변환",
    "file.answers": "change assumed settings heads norm questions 가정 설정",
    "file.about": "about checkpoint model card parameters 정보 체크포인트",
    "file.quit": "quit exit close leave bye 종료 끝내기",
    "edit.undo": "undo back revert before 실행취소 되돌리기",
    "edit.redo": "redo forward again after 다시실행",
    "edit.copy_picture": "picture copy clipboard image figure svg pdf vector paste 복사 그림 붙여넣기",
    "edit.copy_citation": "copy cite citation reference bibtex latex bibliography paper 인용 참고문헌 복사 논문",
    "edit.copy_number": "copy number weight value cell exact digits clipboard 복사 숫자 값 셀",
    "edit.copy_image": "copy picture image alone without table clipboard word powerpoint slide 복사 그림만 슬라이드",
    "edit.copy_numbers": "copy numbers table clipboard excel spreadsheet tsv weights paste 복사 숫자 표 엑셀",
    "edit.copy_translation": "copy clipboard text translation target 복사 번역",
    "edit.sentence": "edit sentence source input text type 문장 입력 소스 고치기",
    "edit.translate": "translate run generate inference greedy decode predict 번역 실행 생성 추론",
    "edit.earlier": "earlier sentence history previous recall 이전 문장 기록",
    "edit.later": "later sentence history next recall 다음 문장 기록",
    "edit.forget": "translated clear sentences history privacy forget 문장 기록 지우기",
    "edit.begin": "start begin prefix translation prompt force decoder 접두 시작 앞부분",
    "edit.given": "teacher forcing target given gold reference loss training 티처 포싱 교사 강요 정답",
    "edit.shorter": "shorter add sentence batch padding 짧은 문장 배치 패딩",
    "edit.pad": "padding pad batch mask <pad> 패딩 추가",
    "edit.unpad": "padding pad remove 패딩 제거 빼기",
    "edit.leave": "cancel dismiss stop escape close 취소 닫기 멈추기",
    "view.one_head": "heatmap heat map matrix attention map imshow matshow 히트맵 어텐션맵 헤드",
    "view.one_layer": "heatmap all heads multi-head attention 멀티헤드 레이어 헤드",
    "view.all_layers": "overview grid small multiples every layer head sort entropy 모든 레이어 전체",
    "view.links": "lines bertviz head_view connections arcs token 연결선 선 토큰",
    "view.masks": (
        "mask padding pad causal subsequent look-ahead lookahead look_ahead future no_peak triangular tril triu "
        "target blocked 마스크 패딩 룩어헤드 룩-어헤드 타겟 미래 가려짐"
    ),
    "view.embeddings_layers": (
        "embedding embeddings positional encoding pos_encoding pe sinusoidal sine cosine residual layernorm layer_norm "
        "normalisation feed-forward ffn logit lens 임베딩 포지셔널 인코딩 위치 잔차 층정규화 피드포워드"
    ),
    "topic.embedding": "embeddings token vector lookup table sum input src_embed tok_embedding 임베딩 토큰 벡터 합",
    "topic.position": (
        "positions positional encoding pos_encoding pos_embedding PE sinusoidal sine cosine learned relative bias "
        "table curve wavelength 포지셔널 인코딩 위치 사인 코사인"
    ),
    "topic.stream": (
        "residual stream skip connection norm LayerNorm layer_norm RMSNorm gamma beta mean spread add & norm sublayer "
        "feed-forward ffn 잔차 연결 층정규화 피드포워드"
    ),
    "topic.heads": (
        "head split multi-head concat concatenate W_Q W_K W_V W_O view transpose shape 멀티헤드 헤드 나누기 이어붙이기"
    ),
    "topic.guesses": (
        "early guesses logit lens intermediate layer prediction vocabulary head 로짓 렌즈 이른 추측 레이어 예측"
    ),
    "view.teacher_forcing": "teacher forcing loss training shift labels predicted given 티처 포싱 교사 강요 손실 정답",
    "view.diagnose": "masks diagnose check debug mask wrong bug errors findings 진단 마스크 오류 검사",
    "kind.encoder": "encoder self-attention source self src 인코더 셀프 어텐션 소스",
    "kind.decoder": (
        "decoder masked self-attention causal subsequent look-ahead target self trg tgt "
        "디코더 셀프 어텐션 마스크드 타겟"
    ),
    "kind.cross": (
        "cross attention encoder-decoder memory alignment source target 크로스 교차 어텐션 인코더-디코더 단어정렬"
    ),
    "layer.above": "above layer up next deeper 레이어 층 위",
    "layer.below": "below layer down previous 레이어 층 아래",
    "head.previous": "previous head before left 헤드 이전",
    "head.next": "next head after right 헤드 다음",
    "look.sqrt": "sqrt square root scale colour color colormap gamma small weights 제곱근 눈금 색",
    "look.per_map": "own full normalise normalize maximum vmax scale contrast per map 최댓값 눈금 맵마다",
    "look.values": "values numbers annotate annot cells weights 숫자 값 칸",
    "look.dots": "dot row dots maximum argmax peak 점 최댓값",
    "look.computation": (
        "selected explain how computed calculation query key value dot product softmax scaling sqrt d_k scores "
        "logits formula "
        "energy attn weights attention_score 계산 쿼리 키 밸류 내적 소프트맥스 스케일링 스코어 유사도 수식"
    ),
    "look.squares": "squares square size area hinton dots colour blind 사각형 넓이 크기 색맹",
    "look.masks_in_code": (
        "masks as in your code mask polarity True False blocked src_mask trg_mask −inf names 마스크 표기 코드 이름 값"
    ),
    "look.row_totals": "totals beside row sum total one normalised softmax 행 합계 합",
    "zoom.in": "into zoom larger magnify cells 확대 크게",
    "zoom.out": "out zoom smaller cells 축소 작게",
    "view.table": "show table numbers spreadsheet csv tsv pandas screen reader accessible weights 표 숫자 스크린 리더",
    "zoom.fit": "show zoom reset whole all fit 전체 맞춤",
    "look.captions": "pictures exported caption label text export honest 설명 캡션",
    "theme.system": "light theme colours mode system 테마 밝기 시스템",
    "theme.light": "theme light white bright day mode 테마 밝게",
    "theme.dark": "theme dark black night mode 테마 어둡게 다크",
    "reading.each": "each head itself separate single no mean 헤드마다 따로",
    "reading.heads": "mean average heads aggregate 평균 헤드 집계",
    "reading.layers": "mean average layers aggregate 평균 레이어 층",
    "reading.all": "mean average layers heads everything aggregate 평균 전체",
    "reading.rollout": "attention rollout abnar zuidema flow aggregate 어텐션 롤아웃",
    "reading.words": "merged sub-words subwords bpe wordpiece sentencepiece pieces words 단어 합치기 서브워드",
    "reading.aside": "set aside special tokens punctuation sink bos eos pad remove hide 특수토큰 빼기 제외",
    "reading.column": "selected column set aside remove hide 열 빼기 제외",
    "reading.renormalise": "without bring back renormalise renormalize sum one rows 다시 정규화 합",
    "reading.weight": "weights probabilities softmax attn 어텐션 가중치",
    "reading.score": "scores before mask softmax logits energy dot product scaled 어텐션 스코어 내적",
    "reading.norm": "weight value norm kobayashi length vector 밸류 크기 노름",
    "reading.plain": "weights again plain reset as recorded back 원래대로",
    "ask.effects": "happens without effect leave one out erase unk replace influence log-probability 영향 빼면",
    "ask.layers": "would layer logit lens early guess prediction 레이어 예측",
    "ask.head": "what does head facts entropy focus distance diagonal 헤드 엔트로피 집중도",
    "ask.align": "aligns best head alignment which 단어정렬 헤드",
    "text.larger": "larger zoom font bigger size projector 글자 크게 확대",
    "text.smaller": "smaller zoom font size 글자 작게 축소",
    "text.normal": "normal zoom font reset size 글자 보통 기본",
    "language.system": "language locale 언어 시스템",
    "language.en": "language english 언어 영어",
    "language.ko": "language korean hangul 언어 한국어 한글",
    "language.ko+en": "language korean english terms bilingual 언어 한국어 영어 용어",
    "pane.map": "map model architecture figure diagram sidebar panel hide show 구조 그림 사이드바 숨기기 보이기",
    "pane.inspector": "inspector details panel sidebar candidates hide show 인스펙터 후보 사이드바 숨기기 보이기",
    "pane.next": "next focus keyboard pane 포커스 다음 창",
    "pane.previous": "previous focus keyboard pane 포커스 이전 창",
    "pane.reset": "layout default restore panes window splitter 배치 초기화 되돌리기",
    "step.next_sentence": "next sentence batch 다음 문장 배치",
    "step.previous_sentence": "previous sentence batch 이전 문장 배치",
    "step.next": "step forward token next decode 시점 다음 단계",
    "step.previous": "step back token previous 시점 이전 단계",
    "step.first": "step start begin first home 시점 처음",
    "step.last": "step end last finish eos 시점 마지막 끝",
    "step.play": "animate animation autoplay pause run 재생 멈춤 애니메이션",
    "help.find": "palette command search find anything 명령 찾기 검색 팔레트",
    "edit.settings": "settings preferences options configuration 설정 환경설정 옵션",
    "help.keys": "keys shortcuts keyboard cheat sheet help 단축키 키보드 도움말",
    "help.cell": "Headscope notebook colab save my model torch.save cell 노트북 저장 코랩",
    "help.about": "about version licence license 정보 버전",
}
_NAME = re.compile(r"[A-Za-z_][A-Za-z_0-9.]*")


def words_of(name: str) -> str:
    """The other names of a command, those in people's code last."""
    return " ".join((ALIASES.get(name, ""), *_in_code().get(name, ()))).strip()


@lru_cache(maxsize=1)
def _in_code() -> dict[str, tuple[str, ...]]:
    """Modules of a kind find the kind, masks find *Masks* and the kind, names of numbers how they are computed."""
    found: dict[str, dict[str, None]] = {}
    for family in FAMILIES.values():
        for kind, module in family.modules.items():
            _add(found, f"kind.{kind}", module.replace("[%1]", ""))
        for kind, mask in family.masks.items():
            _add(found, "view.masks", mask)
            _add(found, f"kind.{kind}", mask)
        _add(found, "look.computation", family.numbers)
    return {name: tuple(names) for name, names in found.items()}


def _add(found: dict[str, dict[str, None]], name: str, code: str) -> None:
    """The names in a piece of code; shapes and words of a sentence are none."""
    plain = re.sub(r"\[[^\]]*\]", "", code)
    names = (word for word in _NAME.findall(plain) if len(word) > 2 and word not in ("and", "softmax"))
    found.setdefault(name, {}).update(dict.fromkeys(names))
